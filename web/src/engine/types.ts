// The JSON of the engine's calls (docs/api.md), as types.

export type Size = [rows: number, columns: number];
export type CostModel = 'unit' | 'tile';

/** A board as every call takes it. */
export interface BoardFields {
  start: number[] | string;
  goal?: number[] | string;
  size?: Size;
}

/** `order`, `threads`, and the options of the algorithm by their `field` (see OptionInfo). */
export interface SearchOptions {
  order?: string;
  threads?: number;
  [option: string]: string | number | boolean | undefined;
}

export interface SearchLimits {
  seconds?: number;
  nodes?: number;
  memory_bytes?: number;
  depth?: number;
}

export interface Job extends BoardFields {
  id?: string;
  algorithm?: string;
  heuristic?: string;
  cost?: CostModel;
  options?: SearchOptions;
  limits?: SearchLimits;
}

export type Status =
  | 'solved'
  | 'unsolvable'
  | 'time-limit'
  | 'memory-limit'
  | 'node-limit'
  | 'depth-limit'
  | 'gave-up'
  | 'interrupted'
  | 'error';

export interface Stage {
  name: string;
  tiles: number[];
  first: number;
  moves: number;
}

export interface Milestone {
  seconds: number;
  length: number;
  lower_bound: number;
}

export interface Stats {
  expanded: number;
  generated: number;
  reexpanded: number;
  peak_open: number;
  peak_states: number;
  max_depth: number;
  iterations: { bound: number; generated: number; complete?: boolean }[];
  seconds: number;
  cpu_seconds: number;
  setup_seconds: number;
  peak_memory_bytes: number;
  container_bytes: number;
  table_bytes: number;
  effective_branching_factor: number;
  threads: number;
  device: string;
}

/** `tessera.solve/1`. */
export interface Solution {
  schema: string;
  id: string;
  size: Size;
  start: number[];
  goal: number[];
  goal_name: string;
  status: Status;
  algorithm: string;
  heuristic: string | null;
  options: SearchOptions & { cost?: CostModel };
  length: number | null;
  slides: number | null;
  cost?: number;
  moves: string | null;
  convention: 'blank';
  stages?: Stage[];
  optimal: boolean;
  lower_bound: number | null;
  gap?: number | null;
  unsolvable?: { reason: string; solvable_goals: string[]; repair: [number, number] };
  milestones?: Milestone[];
  initial_h: number;
  stats: Stats;
  notes?: string[];
}

/** `tessera.check/1`. */
export interface Check {
  solvable: boolean;
  permutation: 'odd' | 'even';
  blank_distance: number;
  inversions: number;
  solvable_goals: string[];
  repair: [number, number] | null;
  reason: string;
}

export interface GivenBoard {
  id?: string;
  size: Size;
  start: number[];
  goal: number[];
  goal_name: string;
  optimal?: number;
}

export interface ReadRequest {
  text: string;
  size?: Size;
  format?: string;
  goal?: number[] | string;
}

export interface ReadBoards {
  format: string;
  notes: string[];
  boards: GivenBoard[];
}

export interface GenerateRequest {
  size: Size;
  goal?: number[] | string;
  seed: number;
  count?: number;
  kind?: 'uniform' | 'unsolvable' | 'walk' | 'distance' | 'easy' | 'medium' | 'hard' | 'expert';
  moves?: number;
  distance?: number;
}

export interface GeneratedBoards {
  seed: number;
  boards: GivenBoard[];
}

/** One part of a heuristic's value, as a tree. */
export interface Part {
  kind: string;
  label: string;
  value: number | null;
  text?: string;
  tiles?: number[];
  cells?: number[];
  goal_cells?: number[];
  line?: { kind: 'row' | 'column'; index: number };
  pairs?: [number, number][];
  leaving?: number[];
  matrix?: { lines: 'rows' | 'columns'; blank_line: number; counts: number[][] };
  combine?: 'sum' | 'max';
  factor?: number;
  chosen?: number;
  parts?: Part[];
}

export interface ExplainRequest extends BoardFields {
  heuristics?: string[];
  exact?: boolean;
  limits?: SearchLimits;
}

/** `tessera.explain/1`. */
export interface Explanation {
  size: Size;
  start: number[];
  goal: number[];
  goal_name: string;
  solvability: {
    solvable: boolean;
    permutation: 'odd' | 'even';
    swaps: number;
    cycles: number[][];
    inversions: number;
    blank_distance: number;
    reason: string;
    solvable_goals: string[];
    repair: [number, number] | null;
  };
  truth: { best: number | null; lower_bound: number; proven: boolean } | null;
  heuristics: {
    heuristic: string;
    synopsis: string;
    admissible: boolean;
    consistent: boolean;
    value: number | null;
    estimate: number | null;
    explanation: Part;
  }[];
  left_out: { heuristic: string; reason: string }[];
}

export interface TraceRequest extends BoardFields {
  algorithm: string;
  heuristic?: string;
  options?: SearchOptions;
  steps?: number;
}

/** `tessera.trace/1`. */
export interface Trace {
  size: Size;
  start: number[];
  goal: number[];
  algorithm: string;
  heuristic: string | null;
  complete: boolean;
  nodes: { parent: number | null; move: string | null; board: number[]; g: number; h: number }[];
  steps: {
    expand: number;
    children: number[];
    duplicates: number[];
    pruned: number[];
    bound?: number;
  }[];
  goal_node: number | null;
  path: number[];
  moves: string | null;
  expanded: number;
  generated: number;
}

/** An option of an algorithm or, as text, of a heuristic. `default` is in words. */
export interface OptionInfo {
  name: string;
  synopsis: string;
  default: string;
  kind: 'limit' | 'flag' | 'whole' | 'real' | 'word';
  /** Its name among `options`; not for limits. */
  field?: string;
  /** The default as a value; not for limits. */
  value?: string | number | boolean;
  least?: number;
  most?: number;
  words?: string[];
}

export interface AlgorithmInfo {
  name: string;
  aliases: string[];
  synopsis: string;
  options: OptionInfo[];
  uses_heuristic: boolean;
  complete: boolean;
  optimal: boolean;
  tile_cost: boolean;
  deepens: boolean;
  improves: boolean;
  shares_work: boolean;
  linear_memory: boolean;
  proves_bounds: boolean;
  traceable: boolean;
  time: string;
  space: string;
  reference: string;
}

export interface HeuristicInfo {
  name: string;
  aliases: string[];
  synopsis: string;
  options: OptionInfo[];
  admissible: boolean;
  consistent: boolean;
  combines: boolean;
  /** The option that a bare argument stands for; empty where there is none. */
  argument: string;
  sizes: string;
  reference: string;
}

/** `tessera.list/1`, all of it. */
export interface Registry {
  algorithms: AlgorithmInfo[];
  heuristics: HeuristicInfo[];
  goals: { name: string; synopsis: string }[];
  formats: { name: string; synopsis: string; example: string }[];
  suites: { name: string; synopsis: string; citation: string; count: number }[];
  difficulties: { name: string; synopsis: string }[];
  /** Algorithms that `trace` takes. */
  traceable: string[];
}

export interface ProgressEvent {
  event: 'progress';
  seconds: number;
  expanded: number;
  generated: number;
  reexpanded: number;
  peak_open: number;
  peak_states: number;
  max_depth: number;
  lower_bound: number;
  best: number | null;
  bytes: number;
}

export interface ImprovedEvent {
  event: 'improved';
  seconds: number;
  length: number;
  lower_bound: number;
  moves: string;
}

export interface BuildingEvent {
  event: 'building';
  pattern: string;
  done: number;
  total: number;
}

export type EngineEvent = ProgressEvent | ImprovedEvent | BuildingEvent;

/** `tessera.error/1`. */
export interface ErrorReply {
  code: 'usage' | 'bad-input' | 'unsolvable' | 'memory-limit' | 'interrupted' | 'internal';
  message: string;
  hint: string;
}
