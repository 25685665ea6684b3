// What the page relies on in the module: events, stopping, tables that are kept, and that it lives on after every call.
import { describe, expect, it } from 'vitest';
import type { EngineEvent, Solution } from '../../src/engine/types';
import { makeModule } from './engine';

const hard = { algorithm: 'ida*', heuristic: 'manhattan' };
const hardStart = [14, 10, 2, 1, 13, 9, 8, 11, 7, 3, 6, 12, 15, 5, 4, 0];

function solve(module: ReturnType<typeof makeModule>, job: object): Solution {
  return JSON.parse(module.call('solve', JSON.stringify(job))) as Solution;
}

describe('the module', () => {
  it('tells how a search goes, and stops it when it is asked to', () => {
    const events: EngineEvent[] = [];
    const module = makeModule({
      event: (json) => {
        events.push(JSON.parse(json));
        return events.length === 3;
      },
    });
    const solution = solve(module, { ...hard, start: hardStart, goal: 'blank-first' });
    expect(solution.status).toBe('interrupted');
    expect(events).toHaveLength(3);
    expect(events.every((event) => event.event === 'progress')).toBe(true);
    expect(solve(module, { start: [1, 2, 3, 4, 5, 6, 7, 0, 8] }).length).toBe(1);
  });

  it('tells of every better solution with its moves', () => {
    const events: EngineEvent[] = [];
    const module = makeModule({ event: (json) => (events.push(JSON.parse(json)), false) });
    const [board] = JSON.parse(module.call('generate', '{"size":[6,6],"seed":3}')).boards;
    const solution = solve(module, { ...board, goal_name: undefined, limits: { nodes: 1_000_000 } });
    const improved = events.filter((event) => event.event === 'improved');
    expect(improved.length).toBeGreaterThan(1);
    expect(improved[0]!.moves).toHaveLength(improved[0]!.length);
    expect(improved.at(-1)!.moves).toBe(solution.moves);
    expect(improved.at(-1)!.lower_bound).toBe(solution.lower_bound);
  });

  it('hands the tables it builds to the page, and uses them instead of building', () => {
    const kept = new Map<string, Uint8Array>();
    const tables = { find: (name: string) => kept.get(name), keep: (name: string, bytes: Uint8Array) => void kept.set(name, bytes) };
    const job = { start: hardStart, goal: 'blank-first', algorithm: 'ida*', heuristic: 'pdb', limits: { nodes: 1000 } };
    const first = solve(makeModule({ tables }), job);
    expect(kept.size).toBeGreaterThan(0);
    let built = 0;
    const second = solve(makeModule({ tables: { ...tables, keep: () => void ++built } }), job);
    expect(built).toBe(0);
    expect(second.initial_h).toBe(first.initial_h);
    expect(second.stats.generated).toBe(first.stats.generated);
  });

  it('builds damaged tables again', () => {
    const kept = new Map<string, Uint8Array>();
    const keep = (name: string, bytes: Uint8Array) => void kept.set(name, bytes);
    const job = { start: hardStart, goal: 'blank-first', algorithm: 'ida*', heuristic: 'pdb', limits: { nodes: 1000 } };
    const first = solve(makeModule({ tables: { find: () => undefined, keep } }), job);
    for (const bytes of kept.values()) bytes[bytes.length >> 1]! ^= 1;
    let built = 0;
    const tables = { find: (name: string) => kept.get(name), keep: () => void ++built };
    const second = solve(makeModule({ tables }), job);
    expect(built).toBe(kept.size);
    expect(second.initial_h).toBe(first.initial_h);
  });

  it('keeps to its memory', () => {
    const module = makeModule();
    const solution = solve(module, {
      start: hardStart,
      goal: 'blank-first',
      algorithm: 'a*',
      heuristic: 'manhattan',
      limits: { memory_bytes: 50_000_000 },
    });
    expect(solution.status).toBe('memory-limit');
    expect(module.bytes).toBeLessThan(150_000_000);
  });
});
