// The messages between page and worker.
import type { EngineEvent, ErrorReply } from './types';

/** To the worker. It answers calls one after the other, each with `number` in everything it says about it. */
export type ToWorker =
  | { kind: 'start'; module: WebAssembly.Module; stop: SharedArrayBuffer | null }
  | { kind: 'call'; number: number; name: string; request: unknown };

/** From the worker. */
export type FromWorker =
  | { kind: 'event'; number: number; event: EngineEvent }
  | { kind: 'reply'; number: number; reply: unknown }
  | { kind: 'error'; number: number; error: ErrorReply };
