// Keeps a way to the goal for a player's hints while the board changes; it is never worse than the best one found.
// The page's side of tessera/player/guide.hpp; its tests are the same.
import { opposite, type Move } from './board';

/** What one search found, and the moves made since it began, none undoing the one before. */
interface Finding {
  ticket: number;
  lowerBound: number;
  path: readonly Move[] | null;
  since: Move[];
}

function commonBeginning(a: readonly Move[], b: readonly Move[]): number {
  let count = 0;
  while (count < a.length && count < b.length && a[count] === b[count]) ++count;
  return count;
}

/** Back along the moves that are not the path's own, and on from there. */
function wayFromHere(path: readonly Move[], since: readonly Move[]): Move[] {
  const followed = commonBeginning(since, path);
  const back = since.slice(followed).reverse();
  return [...back.map((move) => opposite[move]), ...path.slice(followed)];
}

/**
 * Everything that searches found out about a player's board, brought up to date with every move.
 *
 * Each search starts from the board as it is at that moment and takes its time, while the player goes on. So every finding
 * carries the moves made since it began. Who follows the way shortens it; who leaves it has the undoing move in front at
 * once, until a search from the new place knows something better. The lower bound sinks by one with every move.
 */
export class Guide {
  #findings: Finding[] = [];
  #lastTicket = 0;
  #way: Move[] | null = null;
  #lowerBound = 0;
  #following = false;

  /** Forgets everything: another board. */
  clear(): void {
    this.#findings = [];
    this.#update();
  }

  /** A search from the board as it is now begins; the number names it. */
  begin(): number {
    // Kept: the first search, which knows the start, and whichever has the way in hand.
    if (this.#findings.length > 2) {
      const [first, ...others] = this.#findings as [Finding, ...Finding[]];
      const length = ({ path, since }: Finding) => (path ? wayFromHere(path, since).length : Infinity);
      const best = others.reduce((a, b) => (length(b) < length(a) ? b : a));
      this.#findings = [first, best];
    }
    this.#findings.push({ ticket: ++this.#lastTicket, lowerBound: 0, path: null, since: [] });
    return this.#lastTicket;
  }

  /** Takes the findings of a search. Known facts are never replaced by worse ones; searches that became useless are ignored. */
  learn(ticket: number, lowerBound: number, path: readonly Move[] | null = null): void {
    const finding = this.#findings.find((known) => known.ticket === ticket);
    if (!finding) return;
    finding.lowerBound = Math.max(finding.lowerBound, lowerBound);
    if (path && (!finding.path || path.length < finding.path.length)) finding.path = path;
    this.#update();
  }

  /** The way of a search is this one from now on, be it longer: the one before was another's. */
  replace(ticket: number, path: readonly Move[]): void {
    const finding = this.#findings.find((known) => known.ticket === ticket);
    if (!finding) return;
    finding.path = path;
    this.#update();
  }

  /** The blank made this move on the board. */
  step(move: Move): void {
    for (const { since } of this.#findings) {
      if (since.at(-1) === opposite[move]) since.pop();
      else since.push(move);
    }
    this.#update();
  }

  /** The way from here, its first move first; null where none is known. */
  get way(): readonly Move[] | null {
    return this.#way;
  }
  /** Proven for the board as it is. */
  get lowerBound(): number {
    return this.#lowerBound;
  }
  /** Whether the way is the rest of one that a search found from the start of it, with nothing to undo first. */
  get following(): boolean {
    return this.#following;
  }
  /** Whether the way is proven to be a shortest one. */
  get shortest(): boolean {
    return this.#way !== null && this.#way.length <= this.#lowerBound;
  }

  #update(): void {
    this.#way = null;
    this.#lowerBound = 0;
    this.#following = false;
    for (const { lowerBound, path, since } of this.#findings) {
      this.#lowerBound = Math.max(this.#lowerBound, lowerBound - since.length);
      if (!path) continue;
      const way = wayFromHere(path, since);
      const found: Move[] | null = this.#way;
      if (found && way.length > found.length) continue;
      const following = commonBeginning(since, path) === since.length;
      this.#following = following || (this.#following && found?.length === way.length);
      if (!found || way.length < found.length) this.#way = way;
    }
    // Every move changes the parity of the distance, so all ways from here are odd, or all are even.
    const way: Move[] | null = this.#way;
    if (way && (way.length - this.#lowerBound) % 2 !== 0) ++this.#lowerBound;
  }
}
