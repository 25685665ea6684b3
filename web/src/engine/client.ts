// The interface of an engine to the page, whether it runs in this browser or behind a server.
import { sentenceCase } from '../components/format';
import type { Calls, EngineEvent, ErrorReply, Job, Registry, Solution } from './types';

/** The calls that have one answer; a search has events, too. */
export type CallName = Exclude<keyof Calls, 'solve'>;

/** The error of a call that made no sense, with a remedy. The engine's messages begin in lower case, as a command line has them. */
export class EngineError extends Error {
  readonly code: ErrorReply['code'];
  readonly hint: string;
  /** The field of the request that is wrong, where one is. */
  readonly field: string | undefined;

  constructor(reply: ErrorReply) {
    super(sentenceCase(reply.message));
    this.name = 'EngineError';
    this.code = reply.code;
    this.hint = sentenceCase(reply.hint);
    this.field = reply.field;
  }
}

/** The program that served this page does not answer. The page says it once, above the view, with what to do (App.svelte). */
export class ServerLost extends EngineError {}

/** A search that is under way. */
export interface Run {
  /** Always ends: with a solution, a limit, or `interrupted` and the best so far after `cancel`. */
  readonly result: Promise<Solution>;
  /** Stops it at once, whatever it is doing; harmless when it is over. */
  cancel(): void;
}

/** The calls of an engine, however it is reached. */
export abstract class EngineCalls {
  #registry: Promise<Registry> | undefined;

  abstract call<Name extends CallName>(name: Name, request: Calls[Name]['request']): Promise<Calls[Name]['reply']>;

  /** The call `list`, asked once. */
  list(): Promise<Registry> {
    this.#registry ??= this.call('list', {}).catch((error: unknown) => {
      this.#registry = undefined;
      throw error;
    });
    return this.#registry;
  }
}

export interface EngineClient extends EngineCalls {
  /** `browser`: WebAssembly in workers of this page; `server`: the native program. */
  readonly kind: 'browser' | 'server';
  /** For people: which engine answers. */
  readonly label: string;
  /** How many searches can go on at once without taking time from each other. */
  readonly cores: number;

  /** Each run has a worker of its own, so several can go on at once. */
  solve(job: Job, onEvent?: (event: EngineEvent) => void): Run;
}
