// The shipped module and the native program, side by side.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { EngineModule, type ModuleHost } from '../../src/engine/module';

const project = fileURLToPath(new URL('../../..', import.meta.url));
export const program = process.env.TESSERA_BINARY ?? `${project}build/release/bin/tessera`;
const wasm = `${project}build/wasm/bin/tessera.wasm`;

export const hasProgram = existsSync(program);

let compiled: WebAssembly.Module | undefined;

/** A module as a worker of the page has it; `host` may replace parts of its surroundings. */
export function makeModule(host: Partial<ModuleHost> = {}): EngineModule {
  compiled ??= new WebAssembly.Module(readFileSync(wasm));
  return new EngineModule(compiled, {
    event: () => false,
    tables: { find: () => undefined, keep: () => undefined },
    ...host,
  });
}

export interface Request {
  call: string;
  [field: string]: unknown;
}

/** Replies of the native program, which starts once for each kind of call. */
export function askProgram(requests: Request[]): unknown[] {
  const replies: unknown[] = Array(requests.length);
  for (const call of new Set(requests.map((request) => request.call))) {
    const numbers = requests.flatMap((request, i) => (request.call === call ? [i] : []));
    const input = numbers.map((i) => JSON.stringify({ ...requests[i], call: undefined })).join('\n');
    let output: string;
    try {
      output = execFileSync(program, ['call', call], { input, maxBuffer: 1 << 30, encoding: 'utf8' });
    } catch (failure) {
      // Some replies were errors, which is an answer, too.
      output = (failure as { stdout: string }).stdout;
    }
    const lines = output.trim().split('\n');
    numbers.forEach((number, i) => (replies[number] = JSON.parse(lines[i]!)));
  }
  return replies;
}

export function askModule(module: EngineModule, request: Request): unknown {
  return JSON.parse(module.call(request.call, JSON.stringify({ ...request, call: undefined })));
}
