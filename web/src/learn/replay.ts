// A trace as a film: the nodes after a number of expansions, and the kind of each at that time.
import type { Trace } from '../engine/types';

/** `waiting`: made and to be expanded later; `replaced`: the same board was reached by a shorter way before its turn came. */
export type NodeState = 'waiting' | 'current' | 'expanded' | 'duplicate' | 'pruned' | 'replaced' | 'goal';

export interface Counts {
  expanded: number;
  generated: number;
  waiting: number;
  duplicates: number;
  pruned: number;
  /** How many moves the longest way so far has. */
  depth: number;
}

/** One round of ida*; every other search has one round, without a bound. */
export interface Round {
  bound: number | null;
  root: number;
  /** The first and the last step. */
  first: number;
  last: number;
  generated: number;
}

export class Replay {
  readonly trace: Trace;
  readonly rounds: readonly Round[];
  /** Of each node, the root of the tree it belongs to. */
  readonly #root: Int32Array;
  /** Of each node, the step that expands it; -1: none. */
  readonly #expandedIn: Int32Array;
  readonly #kind: ('child' | 'duplicate' | 'pruned')[];
  /** Of each node, the first position at which another has taken its place. */
  readonly #replacedFrom: Float64Array;
  /** How many nodes there are after 0, 1, 2, … expansions. */
  readonly #made: Int32Array;
  /** A search that follows each child at once makes some children of a state only after those of later steps. */
  readonly #oneByOne: boolean;

  constructor(trace: Trace) {
    const { nodes, steps } = trace;
    this.trace = trace;
    this.#root = new Int32Array(nodes.length);
    nodes.forEach((node, i) => (this.#root[i] = node.parent === null ? i : this.#root[node.parent]!));
    this.#expandedIn = new Int32Array(nodes.length).fill(-1);
    this.#kind = Array<'child'>(nodes.length).fill('child');
    steps.forEach((step, i) => {
      this.#expandedIn[step.expand] = i;
      for (const node of step.duplicates) this.#kind[node] = 'duplicate';
      for (const node of step.pruned) this.#kind[node] = 'pruned';
    });
    this.#made = new Int32Array(steps.length + 1);
    this.#made[0] = Math.min(1, nodes.length);
    const madeIn = nodes.map(({ parent }, i) => this.#expandedIn[parent ?? i]!);
    this.#oneByOne = madeIn.some((step, i) => i > 0 && step < madeIn[i - 1]!);
    steps.forEach((step, i) => {
      const next = steps[i + 1]?.expand;
      if (this.#oneByOne && next !== undefined) {
        // A new root belongs to the round that it begins.
        this.#made[i + 1] = nodes[next]!.parent === null ? next : next + 1;
      } else if (this.#oneByOne) {
        this.#made[i + 1] = nodes.length;
      } else {
        const last = Math.max(-1, ...step.children, ...step.duplicates, ...step.pruned);
        this.#made[i + 1] = Math.max(this.#made[i]!, last + 1);
      }
    });
    this.#replacedFrom = this.#findReplaced();
    this.rounds = this.#findRounds();
  }

  /** Positions go from 0, before anything happened, to this. */
  get end(): number {
    return this.trace.steps.length;
  }

  made(position: number): number {
    return this.#made[this.#within(position)]!;
  }

  root(node: number): number {
    return this.#root[node]!;
  }

  expandedIn(node: number): number | null {
    const step = this.#expandedIn[node]!;
    return step < 0 ? null : step;
  }

  /** The step that leads to this position; null at the beginning. */
  stepAt(position: number): Trace['steps'][number] | null {
    return this.trace.steps[this.#within(position) - 1] ?? null;
  }

  roundAt(position: number): Round | null {
    const step = Math.max(0, this.#within(position) - 1);
    return this.rounds.find((round) => round.first <= step && step <= round.last) ?? this.rounds[0] ?? null;
  }

  /** The kind of a node after this many expansions; null if it does not exist yet. */
  state(node: number, position: number): NodeState | null {
    const at = this.#within(position);
    if (node >= this.#made[at]!) return null;
    if (node === this.trace.goal_node && at === this.end) return 'goal';
    const kind = this.#kind[node]!;
    if (kind !== 'child') return kind;
    const step = this.#expandedIn[node]!;
    if (step >= 0 && step < at) return step === at - 1 ? 'current' : 'expanded';
    return at >= this.#replacedFrom[node]! ? 'replaced' : 'waiting';
  }

  /** New nodes of the step that leads to this position, in the order in which they were made. */
  news(position: number): number[] {
    const at = this.#within(position);
    if (at === 0) return [];
    const list: number[] = [];
    for (let node = this.#made[at - 1]!; node < this.#made[at]!; ++node) {
      if (this.trace.nodes[node]!.parent !== null) list.push(node);
    }
    return list;
  }

  /** Of all rounds up to here; what waits, of the round under way. */
  counts(position: number): Counts {
    const at = this.#within(position);
    // A step that only takes the goal from the frontier expands nothing.
    const took = at > 0 && this.trace.steps[at - 1]!.expand === this.trace.goal_node;
    const counts: Counts = { expanded: took ? at - 1 : at, generated: 0, waiting: 0, duplicates: 0, pruned: 0, depth: 0 };
    const root = this.roundAt(at)?.root ?? 0;
    for (let node = 0; node < this.#made[at]!; ++node) {
      const { parent, g } = this.trace.nodes[node]!;
      if (parent !== null) ++counts.generated;
      const state = this.state(node, at);
      if (state === 'duplicate') ++counts.duplicates;
      if (state === 'pruned') ++counts.pruned;
      if (state === 'waiting' && this.#root[node] === root) ++counts.waiting;
      counts.depth = Math.max(counts.depth, g);
    }
    return counts;
  }

  /** How many different boards each depth has so far: what bfs calls its layers. */
  layers(position: number): number[] {
    const layers: number[] = [];
    const root = this.roundAt(position)?.root ?? 0;
    for (let node = 0; node < this.made(position); ++node) {
      if (this.#kind[node] !== 'child' || this.#root[node] !== root) continue;
      const depth = this.trace.nodes[node]!.g;
      while (layers.length <= depth) layers.push(0);
      ++layers[depth]!;
    }
    return layers;
  }

  /** The nodes from the root to this one. */
  path(node: number): number[] {
    const path: number[] = [];
    for (let at: number | null = node; at !== null; at = this.trace.nodes[at]!.parent) path.unshift(at);
    return path;
  }

  /** Where the film is at this position, as a path from the root: to the goal at its end, else to the state under way. */
  pathAt(position: number): number[] {
    const at = this.#within(position);
    if (at === this.end && this.trace.goal_node !== null) return this.path(this.trace.goal_node);
    const step = this.stepAt(at);
    return step ? this.path(step.expand) : [];
  }

  #within(position: number): number {
    return Math.max(0, Math.min(this.trace.steps.length, Math.trunc(position) || 0));
  }

  #findReplaced(): Float64Array {
    const from = new Float64Array(this.trace.nodes.length).fill(Infinity);
    if (this.#oneByOne) return from;
    const latest = new Map<string, number>();
    let position = 0;
    this.trace.nodes.forEach((node, i) => {
      while (position < this.end && this.#made[position]! <= i) ++position;
      if (this.#kind[i] !== 'child') return;
      const key = node.board.join(' ');
      const before = latest.get(key);
      if (before !== undefined) from[before] = position;
      latest.set(key, i);
    });
    return from;
  }

  #findRounds(): Round[] {
    const rounds: Round[] = [];
    this.trace.steps.forEach((step, i) => {
      const root = this.#root[step.expand]!;
      let round = rounds.at(-1);
      if (!round || round.root !== root) {
        round = { bound: step.bound ?? null, root, first: i, last: i, generated: 0 };
        rounds.push(round);
      }
      round.last = i;
      round.generated += step.children.length + step.duplicates.length + step.pruned.length;
    });
    return rounds;
  }
}
