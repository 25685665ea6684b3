// The engine in this browser: WebAssembly in workers, one for each search that is under way.
import wasmUrl from '@wasm/tessera.wasm?url';
import { EngineCalls, EngineError, type CallName, type EngineClient, type Run } from './client';
import type { FromWorker, ToWorker } from './messages';
import { interruptedSolution, RunMemory } from './run_memory';
import type { Calls, EngineEvent, Job, Solution } from './types';

/** The memory of a search if the job does not say: the browser would end a page that takes more. */
const defaultMemory = 1 << 30;
/** How long a search has to stop by itself before its worker is ended. */
const graceMilliseconds = 250;
/** Workers that wait for the next job; each has a module of some megabytes. */
const mostIdle = 3;

interface Call {
  number: number;
  onEvent: ((event: EngineEvent) => void) | undefined;
  resolve: (reply: unknown) => void;
  reject: (error: Error) => void;
}

let compiled: Promise<WebAssembly.Module> | undefined;

function compile(): Promise<WebAssembly.Module> {
  compiled ??= fetch(wasmUrl).then(async (response) => {
    if (!response.ok) throw new Error(`the engine could not be loaded: ${response.status} ${response.statusText}`);
    // Some web servers do not know the type of .wasm files; compiling the bytes works with any.
    return WebAssembly.compile(await response.arrayBuffer());
  });
  return compiled;
}

/** A worker with one module, which answers one call at a time. */
class EngineWorker {
  readonly #worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  readonly #stop: Int32Array | null;
  readonly #started: Promise<void>;
  #call: Call | null = null;
  #calls = 0;
  failed = false;

  constructor() {
    const shared = globalThis.crossOriginIsolated ? new SharedArrayBuffer(4) : null;
    this.#stop = shared && new Int32Array(shared);
    this.#worker.onmessage = ({ data }: MessageEvent<FromWorker>) => this.#hear(data);
    this.#worker.onerror = (event) => this.#fail(event.message || 'the engine\'s worker could not be started');
    this.#started = compile().then(
      (module) => this.#send({ kind: 'start', module, stop: shared }),
      (error: unknown) => this.#fail(error instanceof Error ? error.message : String(error)),
    );
  }

  call(name: string, request: unknown, onEvent?: (event: EngineEvent) => void): Promise<unknown> {
    const number = ++this.#calls;
    return new Promise((resolve, reject) => {
      this.#call = { number, onEvent, resolve, reject };
      void this.#started.then(() => {
        if (!this.failed) this.#send({ kind: 'call', number, name, request });
      });
    });
  }

  /** Asks the call to stop; false where this browser gives no way to ask. */
  askToStop(): boolean {
    if (!this.#stop || !this.#call) return false;
    Atomics.store(this.#stop, 0, this.#call.number);
    return true;
  }

  end(): void {
    this.failed = true;
    this.#worker.terminate();
  }

  #send(message: ToWorker): void {
    this.#worker.postMessage(message);
  }

  #hear(message: FromWorker): void {
    const call = this.#call;
    if (!call || message.number !== call.number) return;
    if (message.kind === 'event') {
      call.onEvent?.(message.event);
      return;
    }
    this.#call = null;
    if (message.kind === 'reply') {
      call.resolve(message.reply);
      return;
    }
    if (message.error.code === 'memory-limit' || message.error.code === 'internal') this.end();
    call.reject(new EngineError(message.error));
  }

  #fail(message: string): void {
    this.end();
    const call = this.#call;
    this.#call = null;
    call?.reject(new EngineError({ code: 'internal', message, hint: 'reload the page' }));
  }
}

export class BrowserClient extends EngineCalls implements EngineClient {
  readonly kind = 'browser';
  readonly label = 'in this browser (WebAssembly)';
  readonly cores = navigator.hardwareConcurrency || 1;
  /** None before the first call: where a server answers, that never comes. */
  readonly #idle: EngineWorker[] = [];

  solve(job: Job, onEvent?: (event: EngineEvent) => void): Run {
    const worker = this.#take();
    const memory = new RunMemory(job);
    const within: Job = { ...job, limits: { memory_bytes: defaultMemory, ...job.limits } };
    let over = false;
    let interrupt: (solution: Solution) => void;
    const interrupted = new Promise<Solution>((resolve) => (interrupt = resolve));
    const answered = worker.call('solve', within, (event) => {
      memory.hear(event);
      if (!over) onEvent?.(event);
    }) as Promise<Solution>;
    const result = Promise.race([answered, interrupted]).finally(() => {
      over = true;
      this.#giveBack(worker);
    });
    return {
      result,
      cancel: () => {
        if (over) return;
        const stop = () => {
          if (over) return;
          worker.end();
          interrupt(interruptedSolution(memory));
        };
        if (worker.askToStop()) setTimeout(stop, graceMilliseconds);
        else stop();
      },
    };
  }

  override async call<Name extends CallName>(
    name: Name,
    request: Calls[Name]['request'],
  ): Promise<Calls[Name]['reply']> {
    const worker = this.#take();
    try {
      return (await worker.call(name, request)) as Calls[Name]['reply'];
    } finally {
      this.#giveBack(worker);
    }
  }

  #take(): EngineWorker {
    return this.#idle.pop() ?? new EngineWorker();
  }

  #giveBack(worker: EngineWorker): void {
    if (!worker.failed && this.#idle.length < mostIdle) this.#idle.push(worker);
    else worker.end();
    // The next search should not wait for a module to start.
    if (this.#idle.length === 0) this.#idle.push(new EngineWorker());
  }
}
