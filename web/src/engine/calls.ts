// Generated from the descriptions of the engine's calls (CONTRIBUTING.md says how): their JSON, as types.

export type Size = [rows: number, columns: number];

export interface AuditRequest {
  /** rows and columns, e.g. [3,3] */
  size: Size;
  /** a goal's name, its numbers or a text; blank-last unless the start says otherwise */
  goal?: number[] | number[][] | string;
  /** names, with their options; a selection unless given */
  heuristics?: string[];
}

/** `tessera.audit/1`. */
export interface Audit {
  schema: 'tessera.audit/1';
  size: Size;
  goal: number[];
  goal_name: string;
  states: number;
  mean_distance: number;
  states_per_distance: number[];
  claims_hold: boolean;
  heuristics: AuditedHeuristic[];
  left_out: LeftOut[];
}

export interface AuditedHeuristic {
  heuristic: string;
  claims: AuditedClaims;
  claims_hold: boolean;
  admissible: boolean;
  consistent: boolean;
  h_goal: number;
  /** states where it is more than the distance */
  over_states: number;
  over_max: number;
  over_state: number[] | null;
  over_h: number;
  over_distance: number;
  inconsistent_moves: number;
  max_drop: number;
  mean_h: number;
  max_h: number;
  exact_states: number;
  mean_ratio: number;
  correlation: number;
}

export interface AuditedClaims {
  admissible: boolean;
  consistent: boolean;
}

export interface LeftOut {
  heuristic: string;
  reason: string;
}

export interface CheckRequest extends BoardFields {
}

export interface BoardFields {
  /** the board, 0 is the blank: a list of numbers, a list of rows, or a text */
  start: number[] | number[][] | string;
  /** a goal's name, its numbers or a text; blank-last unless the start says otherwise */
  goal?: number[] | number[][] | string;
  /** needed only where start is a plain list of a board that is not square */
  size?: Size;
}

/** `tessera.check/1`. */
export interface Check {
  schema: 'tessera.check/1';
  id: string;
  size: Size;
  /** the start as one line */
  board: string;
  start: number[];
  goal: number[];
  goal_name: string;
  solvable: boolean;
  permutation: 'odd' | 'even';
  blank_distance: number;
  inversions: number;
  solvable_goals: string[];
  /** two tiles to swap */
  repair: [number, number] | null;
  reason: string;
}

export interface ExplainRequest extends BoardFields {
  /** "unit": a move costs 1; "tile": its tile's number */
  cost?: 'unit' | 'tile';
  /** names, with their options; a selection unless given */
  heuristics?: string[];
  /** look for the true distance on large boards, too */
  exact?: boolean;
  /** what it may take; this engine may allow less */
  limits?: SearchLimits;
}

export interface SearchLimits {
  seconds?: number;
  /** generated nodes */
  nodes?: number;
  memory_bytes?: number;
  /** moves of a path */
  depth?: number;
}

/** `tessera.explain/1`. */
export interface Explanation {
  schema: 'tessera.explain/1';
  id: string;
  size: Size;
  start: number[];
  goal: number[];
  goal_name: string;
  cost: 'unit' | 'tile';
  solvability: Solvability;
  truth: Truth | null;
  heuristics: ExplainedHeuristic[];
  left_out: LeftOut[];
}

export interface Solvability {
  solvable: boolean;
  permutation: 'odd' | 'even';
  swaps: number;
  cycles: number[][];
  inversions: number;
  blank_distance: number;
  reason: string;
  solvable_goals: string[];
  /** two tiles to swap */
  repair: [number, number] | null;
}

export interface Truth {
  best: number | null;
  lower_bound: number;
  proven: boolean;
}

export interface ExplainedHeuristic {
  heuristic: string;
  synopsis: string;
  admissible: boolean;
  consistent: boolean;
  value: number | null;
  /** what a search uses */
  estimate: number | null;
  explanation: Part;
}

export interface Part {
  kind: string;
  label: string;
  value: number | null;
  text?: string;
  tiles?: number[];
  cells?: number[];
  goal_cells?: number[];
  line?: PartLine;
  pairs?: [number, number][];
  leaving?: number[];
  matrix?: PartMatrix;
  combine?: 'sum' | 'max';
  factor?: number | null;
  chosen?: number;
  parts?: Part[];
}

export interface PartLine {
  kind: 'row' | 'column';
  index: number;
}

export interface PartMatrix {
  lines: 'rows' | 'columns';
  blank_line: number;
  counts: number[][];
}

export interface GenerateRequest {
  /** rows and columns, e.g. [4,4] */
  size: Size;
  /** a goal's name, its numbers or a text; blank-last unless the start says otherwise */
  goal?: number[] | number[][] | string;
  /** the same seed gives the same boards */
  seed: number;
  /** how many */
  count?: number;
  /** any that can be solved, one of these, or a difficulty */
  kind?: 'uniform' | 'unsolvable' | 'walk' | 'distance' | 'easy' | 'medium' | 'hard' | 'expert';
  /** the length of a walk from the goal */
  moves?: number;
  /** moves of a shortest solution, for the kind distance */
  distance?: number;
}

/** `tessera.generate/1`. */
export interface GeneratedBoards {
  schema: 'tessera.generate/1';
  seed: number;
  boards: GivenBoard[];
}

export interface GivenBoard {
  id?: string;
  size: Size;
  start: number[];
  goal: number[];
  goal_name: string;
  /** moves of a shortest solution, where it is known */
  optimal?: number;
}

export interface ListRequest {
}

/** `tessera.list/1`. */
export interface Registry {
  schema: 'tessera.list/1';
  algorithms: AlgorithmInfo[];
  heuristics: HeuristicInfo[];
  goals: NamedThing[];
  formats: FormatInfo[];
  /** boards that ship with the program */
  suites: CollectionInfo[];
  difficulties: NamedThing[];
  /** algorithms that the call trace takes */
  traceable: string[];
}

export interface AlgorithmInfo {
  name: string;
  aliases: string[];
  synopsis: string;
  options: OptionInfo[];
  uses_heuristic: boolean;
  /** it guides itself; one that is given guides it instead, and proves its bound if it is admissible */
  heuristic_proves: boolean;
  complete: boolean;
  optimal: boolean;
  tile_cost: boolean;
  deepens: boolean;
  improves: boolean;
  /** it looks for every shortest solution */
  counts_solutions: boolean;
  shares_work: boolean;
  /** it does the same work with any number of threads */
  repeatable: boolean;
  linear_memory: boolean;
  /** it follows a course's or an origin's text, for small boards */
  to_the_letter: boolean;
  /** it works until the time is over */
  to_a_deadline: boolean;
  proves_bounds: boolean;
  traceable: boolean;
  time: string;
  space: string;
  reference: string;
  /** when to use it, and what speaks against it */
  use: string;
}

export interface OptionInfo {
  name: string;
  synopsis: string;
  /** in words */
  default: string;
  kind: 'limit' | 'flag' | 'whole' | 'real' | 'word';
  /** its name among options; not for limits */
  field?: string;
  /** the default as a value; not for limits */
  value?: string | number | boolean;
  least?: number;
  most?: number;
  words?: string[];
}

export interface HeuristicInfo {
  name: string;
  aliases: string[];
  synopsis: string;
  options: OptionInfo[];
  admissible: boolean;
  consistent: boolean;
  combines: boolean;
  /** it is Manhattan distance, with which others are compared */
  yardstick: boolean;
  /** it looks up pattern databases */
  pattern_tables: boolean;
  /** the option that a bare argument stands for; empty where there is none */
  argument: string;
  sizes: string;
  reference: string;
  /** which rule of the puzzle is relaxed, or what is counted instead */
  origin: string;
  /** what it takes to compute it */
  cost: string;
  /** when to use it, and what speaks against it */
  use: string;
}

export interface NamedThing {
  name: string;
  synopsis: string;
}

export interface FormatInfo extends NamedThing {
  example: string;
}

export interface CollectionInfo extends NamedThing {
  citation: string;
  count: number;
}

export interface ReadRequest {
  /** boards in any form, or the name of shipped ones, e.g. korf:12 */
  text: string;
  /** needed only where the text does not show it */
  size?: Size;
  /** the form; found out unless given */
  format?: string;
  /** a goal's name, its numbers or a text; blank-last unless the start says otherwise */
  goal?: number[] | number[][] | string;
}

/** `tessera.read/1`. */
export interface ReadBoards {
  schema: 'tessera.read/1';
  format: string;
  notes: string[];
  boards: GivenBoard[];
}

export interface SolveRequest extends BoardFields {
  /** comes back in the answer */
  id?: string;
  /** its name */
  algorithm?: string;
  /** its name, with its options */
  heuristic?: string;
  /** "unit": a move costs 1; "tile": its tile's number */
  cost?: 'unit' | 'tile';
  /** of the algorithm; the call list names those of each */
  options?: SearchOptions;
  /** what it may take; this engine may allow less */
  limits?: SearchLimits;
  /** where it runs: auto, cpu or the name of a device */
  device?: string;
}

export interface SearchOptions {
  /** each of U, D, L and R once */
  order?: string;
  /** 0: as many as the host gives */
  threads?: number;
  [name: string]: string | number | boolean | undefined;
}

/** `tessera.solve/1`. */
export interface Solution {
  schema: 'tessera.solve/1';
  id: string;
  size: Size;
  start: number[];
  goal: number[];
  goal_name: string;
  status: 'solved' | 'unsolvable' | 'time-limit' | 'memory-limit' | 'node-limit' | 'depth-limit' | 'gave-up' | 'interrupted' | 'error';
  algorithm: string;
  heuristic: string | null;
  options: UsedOptions;
  length: number | null;
  slides: number | null;
  /** where a move costs its tile's number */
  cost?: number;
  moves: string | null;
  convention: 'blank';
  stages?: Stage[];
  optimal: boolean;
  lower_bound: number | null;
  gap?: number | null;
  unsolvable?: Unsolvable;
  solutions?: Solutions;
  milestones?: Milestone[];
  initial_h: number;
  stats: Stats;
  notes?: string[];
}

export interface UsedOptions extends SearchOptions {
  cost?: 'unit' | 'tile';
}

export interface Stage {
  name: string;
  tiles: number[];
  /** the index of its first move */
  first: number;
  moves: number;
  steps: StageStep[];
}

export interface StageStep {
  tiles: number[];
  moves: number;
}

export interface Unsolvable {
  reason: string;
  solvable_goals: string[];
  /** two tiles to swap */
  repair: [number, number];
}

export interface Solutions {
  count: number;
  /** these are all there are */
  complete: boolean;
  moves?: string[];
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
  iterations: Iteration[];
  seconds: number;
  cpu_seconds: number;
  setup_seconds: number;
  peak_memory_bytes: number;
  container_bytes: number;
  table_bytes: number;
  effective_branching_factor: number;
  threads: number;
  device: string;
  weights?: string;
  resumed?: Resumed;
}

export interface Iteration {
  bound: number;
  generated: number;
  /** false where the solution met is not the first in search order */
  complete?: boolean;
}

export interface Resumed {
  rounds: number;
  /** of the round that was under way */
  parts: number;
  generated: number;
}

export interface TraceRequest extends BoardFields {
  /** one that the call list names as traceable */
  algorithm?: string;
  /** its name, with its options */
  heuristic?: string;
  /** of the algorithm; the call list names those of each */
  options?: SearchOptions;
  /** states taken up at most */
  steps?: number;
}

/** `tessera.trace/1`. */
export interface Trace {
  schema: 'tessera.trace/1';
  size: Size;
  start: number[];
  goal: number[];
  goal_name: string;
  algorithm: string;
  heuristic: string | null;
  complete: boolean;
  /** in the order they were made */
  nodes: TraceNode[];
  steps: TraceStep[];
  goal_node: number | null;
  moves: string | null;
  /** nodes from the root to the goal */
  path: number[];
  expanded: number;
  generated: number;
}

export interface TraceNode {
  parent: number | null;
  move: string | null;
  board: number[];
  g: number;
  h: number;
}

export interface TraceStep {
  /** the node */
  expand: number;
  /** new nodes */
  children: number[];
  /** nodes reached again and dropped */
  duplicates: number[];
  /** nodes beyond the bound */
  pruned: number[];
  bound?: number;
}

/** `tessera.error/1`. */
export interface ErrorReply {
  schema: 'tessera.error/1';
  code: 'usage' | 'bad-input' | 'unsolvable' | 'memory-limit' | 'interrupted' | 'internal';
  /** what was found */
  message: string;
  /** what to do about it, or nothing */
  hint: string;
  /** the field that is wrong, e.g. limits.seconds */
  field?: string;
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
  /** what the best solution in hand costs */
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

/** The calls by name. */
export interface Calls {
  /** heuristics against the exact distances of a small board */
  audit: { request: AuditRequest; reply: Audit };
  /** can this board be solved, and if not, why? */
  check: { request: CheckRequest; reply: Check };
  /** why heuristics say what they say */
  explain: { request: ExplainRequest; reply: Explanation };
  /** makes boards */
  generate: { request: GenerateRequest; reply: GeneratedBoards };
  /** algorithms, heuristics, goals, forms and shipped boards */
  list: { request: ListRequest; reply: Registry };
  /** reads boards in any form */
  read: { request: ReadRequest; reply: ReadBoards };
  /** looks for a solution of a board */
  solve: { request: SolveRequest; reply: Solution };
  /** a search step by step */
  trace: { request: TraceRequest; reply: Trace };
}
