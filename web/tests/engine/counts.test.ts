// The same job gives the same answer and the same node counts in the browser's module and in the native program.
import { describe, expect, it } from 'vitest';
import type { GeneratedBoards, ReadBoards, Registry, Solution } from '../../src/engine/types';
import { askModule, askProgram, hasProgram, makeModule, type Request } from './engine';

const module = makeModule();
const registry = JSON.parse(module.call('list', '{}')) as Registry;

/** What must not depend on the machine: all but times and memory. */
function essence(reply: unknown): unknown {
  const { stats, milestones, notes, ...rest } = reply as Solution;
  const { seconds, cpu_seconds, setup_seconds, peak_memory_bytes, container_bytes, table_bytes, ...counts } = stats ?? {};
  return { ...rest, counts };
}

/** Which tables `pdb` means on 5×5 depends on what is at hand, so there it is said. */
function spelt(heuristic: string, board: Request): string {
  return heuristic === 'pdb' && String(board.size) === '5,5' ? 'pdb:5-5-5-5-4' : heuristic;
}

function everyPair(board: Request): Request[] {
  return registry.algorithms.flatMap((algorithm) =>
    (algorithm.uses_heuristic ? registry.heuristics : registry.heuristics.slice(0, 1)).map((heuristic) => ({
      ...board,
      id: `${algorithm.name} ${heuristic.name}`,
      algorithm: algorithm.name,
      heuristic: algorithm.uses_heuristic ? spelt(heuristic.name, board) : 'auto',
      options: { threads: 1 },
      limits: { nodes: 20_000, memory_bytes: 1 << 30 },
    })),
  );
}

function walk(size: [number, number], seed: number): Request {
  const made = askModule(module, { call: 'generate', size, seed, kind: 'walk', moves: 22 }) as GeneratedBoards;
  return { call: 'solve', size, start: made.boards[0]!.start };
}

async function compare(requests: Request[]): Promise<void> {
  const native = askProgram(requests);
  for (const [i, request] of requests.entries()) {
    expect(essence(askModule(module, request)), JSON.stringify(request)).toEqual(essence(native[i]));
    // The test runner wants to hear of its worker now and then.
    await new Promise((resolve) => setImmediate(resolve));
  }
}

describe.skipIf(!hasProgram)('module and program agree', () => {
  it.each<[number, number]>([[3, 3], [2, 4], [4, 4], [3, 5], [5, 5]])(
    'on every algorithm with every heuristic on %i×%i',
    (rows, cols) => compare(everyPair(walk([rows, cols], rows * cols))),
  );

  it('on Korf’s boards with ida*', async () => {
    const easy = [12, 42, 47, 48, 55, 71, 79, 80, 84, 94];
    await compare(
      easy.flatMap((number) =>
        ['manhattan', 'linear-conflict', 'pdb'].map((heuristic) => ({
          call: 'solve',
          start: korf(number),
          goal: 'blank-first',
          algorithm: 'ida*',
          heuristic,
          options: { threads: 1 },
        })),
      ),
    );
  });

  it('on the audit of 3×3', async () => {
    await compare([{ call: 'audit', size: [3, 3] }]);
  });

  it('on everything else that can be asked', async () => {
    const start = [8, 1, 3, 4, 0, 2, 7, 6, 5];
    await compare([
      { call: 'list' },
      { call: 'check', start, goal: 'snail' },
      { call: 'check', start: [1, 2, 3, 4, 5, 6, 8, 7, 0] },
      { call: 'explain', start, exact: true },
      { call: 'trace', start, algorithm: 'a*', heuristic: 'manhattan' },
      { call: 'read', text: 'korf:1-3' },
      { call: 'read', text: '# a comment\n3\n1 2 3\n4 5 6\n7 8 0\n' },
      { call: 'read', text: '1 2 3/4 5 6/7 7 0' },
      { call: 'generate', size: [4, 4], seed: 7, count: 5 },
      { call: 'generate', size: [6, 7], seed: 7, kind: 'expert' },
      { call: 'generate', size: [3, 3], seed: 7, kind: 'distance', distance: 20 },
      { call: 'solve', start: 'nonsense' },
      { call: 'solve', start, colour: 'red' },
      { call: 'nothing' },
    ]);
  });
});

function korf(number: number): number[] {
  const reply = askModule(module, { call: 'read', text: `korf:${number}` }) as ReadBoards;
  return reply.boards[0]!.start;
}
