// The jobs of `tessera selftest` give the same answers and the same node counts in the browser's module.
import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import type { Solution } from '../../src/engine/types';
import { askModule, hasProgram, makeModule, program, type Request } from './engine';

interface Solve {
  call: Omit<Request, 'call'> & { limits: { nodes: number } };
  result: {
    limited: boolean;
    status: string;
    length?: number;
    cost?: number;
    moves?: string;
    optimal: boolean;
    lower_bound: number;
    stats: Record<string, number>;
  };
}

/** What the program solved, and the digest over all of it. */
function selftest(seed: number, solves: number): Solve[] {
  const output = execFileSync(program, ['selftest', '--seed', `${seed}`, '--solves', `${solves}`, '--jsonl'], {
    encoding: 'utf8',
    maxBuffer: 1 << 30,
  });
  const lines = output.trim().split('\n').map((line) => JSON.parse(line));
  expect(lines.at(-1)).toMatchObject({ schema: 'tessera.selftest/1', agreed: true, solves });
  return lines.slice(0, -1);
}

/** The same fields of the module's answer. Near the limit of nodes forms of a search may differ by a few. */
function compare({ call, result }: Solve, reply: Solution): void {
  const what = JSON.stringify(call);
  const stats = reply.stats as unknown as Record<string, number>;
  if (result.limited) {
    expect(stats.generated, what).toBeGreaterThanOrEqual(call.limits.nodes - 1000);
    return;
  }
  const counts = Object.fromEntries(Object.keys(result.stats).map((name) => [name, stats[name]]));
  expect(
    {
      status: reply.status,
      length: reply.length ?? undefined,
      moves: reply.moves ?? undefined,
      optimal: reply.optimal,
      // An unsolvable board has no bound.
      lower_bound: reply.lower_bound ?? 0,
      stats: counts,
    },
    what,
  ).toEqual({
    status: result.status,
    length: result.length,
    moves: result.moves,
    optimal: result.optimal,
    lower_bound: result.lower_bound,
    stats: result.stats,
  });
}

describe.skipIf(!hasProgram)('the self-test in the module', () => {
  it('solves as the program does', async () => {
    const module = makeModule();
    const solves = selftest(7, 600);
    expect(solves.length).toBe(600);
    for (const solve of solves) {
      compare(solve, askModule(module, { call: 'solve', ...solve.call }) as Solution);
      // The test runner wants to hear of its worker now and then.
      await new Promise((resolve) => setImmediate(resolve));
    }
  }, 120_000);
});
