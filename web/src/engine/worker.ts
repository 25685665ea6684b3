// The engine in a worker: one module, one call at a time.
import type { FromWorker, ToWorker } from './messages';
import { EngineModule, type ModuleHost } from './module';
import { openTables } from './tables';
import type { ErrorReply } from './types';

let engine: EngineModule;
let running = 0;
/** Where the page may ask for a stop while a call runs; messages would only be heard afterwards. */
let stop: Int32Array | null = null;
let ready: Promise<void>;
/** Opened by the first call that may need one: all of them are read into memory. */
let tables: ModuleHost['tables'] | undefined;
const callsWithTables = new Set(['solve', 'explain', 'trace', 'audit']);

function say(message: FromWorker): void {
  postMessage(message);
}

async function start(module: WebAssembly.Module, shared: SharedArrayBuffer | null): Promise<void> {
  stop = shared && new Int32Array(shared);
  engine = new EngineModule(module, {
    event: (json) => {
      say({ kind: 'event', number: running, event: JSON.parse(json) });
      return stop !== null && Atomics.load(stop, 0) === running;
    },
    tables: {
      find: (name) => tables?.find(name),
      keep: (name, bytes) => tables?.keep(name, bytes),
    },
  });
}

/** The answer to a call when the module failed: the module cannot be used any more, and the page ends this worker. */
function failed(failure: unknown): ErrorReply {
  return {
    code: failure instanceof WebAssembly.RuntimeError || failure instanceof RangeError ? 'memory-limit' : 'internal',
    message: 'the engine in this browser stopped: it probably had no more memory',
    hint: 'limit the memory, choose an algorithm that needs less (ida*), or use tessera serve',
  };
}

async function answer(number: number, name: string, request: unknown): Promise<void> {
  if (callsWithTables.has(name)) tables ??= await openTables();
  running = number;
  try {
    const reply = JSON.parse(engine.call(name, JSON.stringify(request)));
    if (reply.schema === 'tessera.error/1') say({ kind: 'error', number, error: reply as ErrorReply });
    else say({ kind: 'reply', number, reply });
  } catch (failure) {
    say({ kind: 'error', number, error: failed(failure) });
  }
}

onmessage = ({ data }: MessageEvent<ToWorker>) => {
  if (data.kind === 'start') ready = start(data.module, data.stop);
  else {
    const { number, name, request } = data;
    ready.then(() => answer(number, name, request)).catch((failure) => say({ kind: 'error', number, error: failed(failure) }));
  }
};
