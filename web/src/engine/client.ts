// What the page knows of an engine, whether it runs in this browser or behind a server.
import type {
  BoardFields,
  Check,
  EngineEvent,
  ErrorReply,
  Explanation,
  GeneratedBoards,
  GenerateRequest,
  Job,
  ReadBoards,
  Registry,
  SearchLimits,
  Size,
  Solution,
  Trace,
  TraceRequest,
} from './types';

/** A call that made no sense, with what to do about it. */
export class EngineError extends Error {
  readonly code: ErrorReply['code'];
  readonly hint: string;

  constructor(reply: ErrorReply) {
    super(reply.message);
    this.name = 'EngineError';
    this.code = reply.code;
    this.hint = reply.hint;
  }
}

/** A search that is under way. */
export interface Run {
  /** Always ends: with a solution, a limit, or `interrupted` and the best so far after `cancel`. */
  readonly result: Promise<Solution>;
  /** Stops it at once, whatever it is doing; harmless when it is over. */
  cancel(): void;
}

export interface EngineClient {
  /** `browser`: WebAssembly in workers of this page; `server`: the native program. */
  readonly kind: 'browser' | 'server';
  /** For people: which engine answers. */
  readonly label: string;

  list(): Promise<Registry>;
  check(board: BoardFields): Promise<Check>;
  generate(request: GenerateRequest): Promise<GeneratedBoards>;
  read(request: { text: string; size?: Size; format?: string; goal?: number[] | string }): Promise<ReadBoards>;
  explain(
    request: BoardFields & { heuristics?: string[]; exact?: boolean; limits?: SearchLimits },
  ): Promise<Explanation>;
  trace(request: TraceRequest): Promise<Trace>;

  /** Each run has a worker of its own, so several can go on at once. */
  solve(job: Job, onEvent?: (event: EngineEvent) => void): Run;
}
