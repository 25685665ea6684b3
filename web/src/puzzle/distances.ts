// The distance of each position of a game from the goal; what is known of one position limits its neighbours.

/** The distance is at least `low` and at most `high`; `high` is Infinity while no way is known. */
export interface Range {
  readonly low: number;
  readonly high: number;
}

/**
 * Ranges for the positions 0 … n of a game that ended at the goal. One move changes the distance by exactly one, so a range
 * narrows those of its neighbours, and all distances have the parity of the moves left.
 */
export class Distances {
  readonly #low: number[];
  readonly #high: number[];
  readonly #asked = new Set<number>();

  constructor(moves: number) {
    // From the last position nothing is left to do; from the others at most what the player did.
    this.#high = Array.from({ length: moves + 1 }, (_, i) => moves - i);
    this.#low = Array.from({ length: moves + 1 }, (_, i) => (moves - i) % 2);
  }

  get ranges(): Range[] {
    return this.#low.map((low, i) => ({ low, high: this.#high[i]! }));
  }

  get exact(): boolean {
    return this.#low.every((low, i) => low === this.#high[i]);
  }

  learn(position: number, low: number, high: number): void {
    const moves = this.#low.length - 1;
    const odd = (moves - position) % 2;
    this.#low[position] = Math.max(this.#low[position]!, low % 2 === odd ? low : low + 1);
    this.#high[position] = Math.min(this.#high[position]!, high);
    for (let i = position - 1; i >= 0; --i) this.#narrow(i, i + 1);
    for (let i = position + 1; i <= moves; ++i) this.#narrow(i, i - 1);
  }

  #narrow(position: number, from: number): void {
    this.#low[position] = Math.max(this.#low[position]!, this.#low[from]! - 1);
    this.#high[position] = Math.min(this.#high[position]!, this.#high[from]! + 1);
  }

  /** The position whose distance would tell most, each asked once; null when there is none left. */
  next(): number | null {
    let widest = 0;
    let best: number | null = null;
    this.#low.forEach((low, i) => {
      const width = this.#high[i]! - low;
      if (width > widest && !this.#asked.has(i)) [widest, best] = [width, i];
    });
    if (best !== null) this.#asked.add(best);
    return best;
  }
}

/** A stretch of a game that led away from the goal. */
export interface Detour {
  /** The first and the last move of it, counted from 1. */
  first: number;
  last: number;
  /** Moves lost: each one away from the goal, and each one that had to make up for it. */
  lost: number;
}

/** The stretches of a game that led away from the goal, the worst first. Steps towards it for one move in between do not divide them. */
export function detours(distances: readonly number[]): Detour[] {
  const found: Detour[] = [];
  for (let i = 1; i < distances.length; ++i) {
    if (distances[i]! <= distances[i - 1]!) continue;
    const last = found.at(-1);
    if (last && i - last.last <= 2) {
      last.last = i;
      last.lost += 2;
    } else {
      found.push({ first: i, last: i, lost: 2 });
    }
  }
  return found.sort((a, b) => b.lost - a.lost || a.first - b.first);
}
