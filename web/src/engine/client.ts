// What the page knows of an engine, whether it runs in this browser or behind a server.
import type {
  BoardFields,
  Check,
  EngineEvent,
  ErrorReply,
  Explanation,
  ExplainRequest,
  GeneratedBoards,
  GenerateRequest,
  Job,
  ReadBoards,
  ReadRequest,
  Registry,
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

/** The calls that have one answer, for engines that differ only in how they are reached. */
export abstract class EngineCalls {
  #registry: Promise<Registry> | undefined;

  protected abstract ask<Reply>(name: string, request: unknown): Promise<Reply>;

  list(): Promise<Registry> {
    this.#registry ??= this.ask<Registry>('list', {}).catch((error: unknown) => {
      this.#registry = undefined;
      throw error;
    });
    return this.#registry;
  }
  check(board: BoardFields): Promise<Check> {
    return this.ask('check', board);
  }
  generate(request: GenerateRequest): Promise<GeneratedBoards> {
    return this.ask('generate', request);
  }
  read(request: ReadRequest): Promise<ReadBoards> {
    return this.ask('read', request);
  }
  explain(request: ExplainRequest): Promise<Explanation> {
    return this.ask('explain', request);
  }
  trace(request: TraceRequest): Promise<Trace> {
    return this.ask('trace', request);
  }
}

export interface EngineClient {
  /** `browser`: WebAssembly in workers of this page; `server`: the native program. */
  readonly kind: 'browser' | 'server';
  /** For people: which engine answers. */
  readonly label: string;

  list(): Promise<Registry>;
  check(board: BoardFields): Promise<Check>;
  generate(request: GenerateRequest): Promise<GeneratedBoards>;
  read(request: ReadRequest): Promise<ReadBoards>;
  explain(request: ExplainRequest): Promise<Explanation>;
  trace(request: TraceRequest): Promise<Trace>;

  /** Each run has a worker of its own, so several can go on at once. */
  solve(job: Job, onEvent?: (event: EngineEvent) => void): Run;
}
