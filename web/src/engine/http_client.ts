// The engine behind `tessera serve`: the native program, over HTTP (docs/api.md, "Over HTTP").
import { strings } from '../strings';
import { EngineCalls, EngineError, ServerLost, type CallName, type EngineClient, type Run } from './client';
import { connection } from './connection.svelte';
import type { Calls, EngineEvent, ErrorReply, Job, Solution } from './types';

/** How often a request that the server was too busy for is tried again, and how long it waits each time at most. */
const mostTries = 5;
const mostWaitSeconds = 5;

interface JobReply {
  job: string;
  state: 'queued' | 'running' | 'done';
  result: Solution | null;
  error: ErrorReply | null;
}

function unreachable(): EngineError {
  connection.lost = true;
  return new ServerLost({ code: 'internal', message: strings.app.lost.message, hint: strings.app.lost.hint });
}

function isErrorReply(reply: unknown): reply is ErrorReply {
  return typeof reply === 'object' && reply !== null && 'code' in reply && 'message' in reply;
}

const pause = (seconds: number) => new Promise((resolve) => setTimeout(resolve, 1000 * seconds));

export class HttpClient extends EngineCalls implements EngineClient {
  readonly kind = 'server';
  readonly label: string;
  readonly cores: number;
  readonly #base: string;

  /** `base` is the address of the server, with a slash at its end. */
  constructor(threads: number, base = new URL('.', document.baseURI).href) {
    super();
    this.label = `native program (${threads} ${threads === 1 ? 'thread' : 'threads'})`;
    this.cores = threads;
    this.#base = base;
  }

  solve(job: Job, onEvent?: (event: EngineEvent) => void): Run {
    let cancelled = false;
    let name: string | undefined;
    const end = () => {
      if (name !== undefined) void this.#fetch('DELETE', `api/jobs/${name}`).catch(() => undefined);
    };
    const result = (async () => {
      const accepted = await this.#fetch<{ job: string }>('POST', 'api/jobs', job);
      name = accepted.job;
      if (cancelled) end();
      return this.#watch(name, onEvent);
    })();
    return {
      result,
      cancel: () => {
        if (cancelled) return;
        cancelled = true;
        end();
      },
    };
  }

  /** Follows a search to its end. */
  #watch(name: string, onEvent?: (event: EngineEvent) => void): Promise<Solution> {
    return new Promise((resolve, reject) => {
      const source = new EventSource(`${this.#base}api/jobs/${name}/events`);
      for (const kind of ['progress', 'improved', 'building']) {
        source.addEventListener(kind, ({ data }: MessageEvent<string>) => onEvent?.(JSON.parse(data) as EngineEvent));
      }
      source.addEventListener('result', ({ data }: MessageEvent<string>) => {
        source.close();
        resolve(JSON.parse(data) as Solution);
      });
      source.addEventListener('error', (event) => {
        // An event of the server's has data; without any the connection was lost or never came about.
        source.close();
        const data: unknown = 'data' in event ? event.data : undefined;
        if (typeof data === 'string') reject(new EngineError(JSON.parse(data) as ErrorReply));
        else this.#poll(name).then(resolve, reject);
      });
    });
  }

  /** The same without a stream, where there can be none: as many are open as may be, or a proxy cuts them off. */
  async #poll(name: string): Promise<Solution> {
    for (;;) {
      const job = await this.#fetch<JobReply>('GET', `api/jobs/${name}`);
      if (job.error) throw new EngineError(job.error);
      if (job.result) return job.result;
      await pause(0.25);
    }
  }

  override call<Name extends CallName>(name: Name, request: Calls[Name]['request']): Promise<Calls[Name]['reply']> {
    return this.#fetch('POST', `api/call/${name}`, request);
  }

  async #fetch<Reply>(method: string, path: string, body?: unknown): Promise<Reply> {
    for (let tries = 1; ; ++tries) {
      let response: Response;
      let reply: unknown;
      try {
        response = await fetch(this.#base + path, {
          method,
          ...(body === undefined
            ? {}
            : { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }),
        });
        reply = await response.json();
      } catch {
        throw unreachable();
      }
      connection.lost = false;
      if (response.ok) return reply as Reply;
      const wait = Number(response.headers.get('Retry-After') ?? 0);
      if (wait > 0 && tries < mostTries) {
        await pause(Math.min(wait, mostWaitSeconds));
        continue;
      }
      throw isErrorReply(reply) ? new EngineError(reply) : unreachable();
    }
  }
}
