// What a race shows, in sentences: like is compared with like, and what is not is said.
import { describe, expect, test } from 'vitest';
import type { Solution } from '../../src/engine/types';
import type { Lane } from '../../src/race/lane';
import { spoken } from '../../src/components/spoken';
import { laneName } from '../../src/race/names';
import { otherName, placesOf, verdict, type Finish } from '../../src/race/verdict';

interface Figures {
  status?: Solution['status'];
  length?: number | null;
  optimal?: boolean;
  bound?: number;
  expanded?: number;
  seconds?: number;
  bytes?: number;
}

const lane = (algorithm: string, heuristic = '', options: Record<string, string> = {}): Lane => ({ algorithm, heuristic, options });

function finish(which: Lane, figures: Figures = {}): Finish {
  const { status = 'solved', length = 31, optimal = true, bound = 31, expanded = 100, seconds = 0.1, bytes = 1e6 } = figures;
  const solution = {
    status,
    length,
    optimal,
    lower_bound: bound,
    stats: { expanded, seconds, container_bytes: bytes, table_bytes: 0 },
  } as unknown as Solution;
  return { lane: which, solution };
}

const here = 'in this browser';
const vary = 'Times vary from run to run and from machine to machine; node counts do not.';

describe('names', () => {
  test('are as sentences write them', () => {
    expect(spoken('ida*')).toBe('IDA*');
    expect(spoken('bidirectional-bfs')).toBe('bidirectional BFS');
    expect(laneName(lane('weighted-a*', 'manhattan', { weight: '3' }))).toBe('weighted A* (weight 3) with Manhattan');
    expect(laneName(lane('a*', 'pdb:6-6-3'))).toBe('A* with PDB 6-6-3');
    expect(laneName(lane('a*', 'max(manhattan,linear-conflict)'))).toBe('A* with max of Manhattan and linear conflict');
  });

  test('of the other lane say what differs', () => {
    expect(otherName(lane('a*', 'linear-conflict'), lane('a*', 'manhattan'))).toBe('with Manhattan');
    expect(otherName(lane('a*', 'manhattan'), lane('ida*', 'manhattan'))).toBe('IDA*');
    expect(otherName(lane('a*', 'manhattan'), lane('bfs'))).toBe('BFS');
    expect(otherName(lane('weighted-a*', 'manhattan', { weight: '3' }), lane('weighted-a*', 'manhattan', { weight: '1' }))).toBe('with weight 1');
    expect(otherName(lane('bfs'), lane('ucs'))).toBe('UCS');
  });
});

describe('two lanes', () => {
  test('one algorithm, two heuristics', () => {
    const said = verdict(
      [
        finish(lane('a*', 'manhattan'), { expanded: 6729, seconds: 0.9 }),
        finish(lane('a*', 'linear-conflict'), { expanded: 748, seconds: 0.1 }),
      ],
      here,
    );
    expect(said).toEqual([
      'A* with linear conflict expanded 9.0× fewer nodes than with Manhattan (748 instead of 6,729).',
      'Every lane that finished proved 31 moves shortest.',
      'A* with linear conflict was the quickest in this browser: 100 ms, 9.0× faster than with Manhattan.',
      vary,
    ]);
  });

  test('one heuristic, two algorithms, and their memory', () => {
    const said = verdict(
      [
        finish(lane('a*', 'manhattan'), { expanded: 6729, bytes: 4.2e6 }),
        finish(lane('ida*', 'manhattan'), { expanded: 14964, bytes: 6000, seconds: 0.101 }),
      ],
      here,
    );
    expect(said[0]).toBe('With Manhattan, A* expanded 2.2× fewer nodes than IDA* (6,729 instead of 14,964).');
    expect(said).toContain('IDA* with Manhattan needed the least memory: 6.0 kB, 700× less than A* with Manhattan (4.2 MB).');
    expect(said).toContain('A* with Manhattan and IDA* with Manhattan took about the same time in this browser.');
  });

  test('the same count is called the same', () => {
    const said = verdict([finish(lane('a*', 'manhattan')), finish(lane('a*', 'max(manhattan,misplaced)'))], here);
    expect(said[0]).toContain('expanded exactly as many nodes as');
  });

  test('a longer solution is never called better without its price', () => {
    const said = verdict(
      [
        finish(lane('weighted-a*', 'manhattan', { weight: '1' }), { expanded: 9000 }),
        finish(lane('weighted-a*', 'manhattan', { weight: '3' }), { expanded: 300, length: 39, optimal: false, bound: 21 }),
      ],
      here,
    );
    expect(said[0]).toBe(
      'Weighted A* with Manhattan and weight 3 expanded 30× fewer nodes than with weight 1 (300 instead of 9,000), but its solution is 8 moves longer.',
    );
    expect(said[1]).toBe('Weighted A* (weight 1) with Manhattan proved 31 moves shortest.');
  });

  test('more nodes and a longer solution', () => {
    const said = verdict(
      [finish(lane('bfs'), { expanded: 100 }), finish(lane('dfs'), { expanded: 400, length: 32, optimal: false })],
      here,
    );
    expect(said[0]).toBe('DFS expanded 4.0× as many nodes as BFS (400 instead of 100), and its solution is 1 move longer.');
  });

  test('times and memory, too, are compared with the lengths in sight', () => {
    const said = verdict(
      [
        finish(lane('a*', 'manhattan'), { seconds: 1, bytes: 9e6 }),
        finish(lane('greedy', 'manhattan'), { seconds: 0.1, bytes: 1e6, length: 53, optimal: false }),
      ],
      here,
    );
    expect(said).toContain(
      'Greedy with Manhattan was the quickest in this browser: 100 ms, 10× faster than A*, but with a solution 22 moves longer.',
    );
    expect(said.join(' ')).not.toContain('memory');
  });

  test('luck is not proof', () => {
    const said = verdict(
      [finish(lane('a*', 'manhattan')), finish(lane('greedy', 'manhattan'), { expanded: 40, optimal: false })],
      here,
    );
    expect(said).toContain('Greedy with Manhattan found as short a one without a proof.');
  });

  test('nobody proved it', () => {
    const said = verdict(
      [
        finish(lane('human'), { length: 204, optimal: false, bound: 80 }),
        finish(lane('beam', 'manhattan'), { length: 116, optimal: false, bound: 76 }),
      ],
      here,
    );
    expect(said).toContain(
      'The shortest solution found has 116 moves; nobody proved that none is shorter (at least 80 are needed).',
    );
  });

  test('short times are not compared', () => {
    const said = verdict([finish(lane('bfs'), { seconds: 0.001 }), finish(lane('ucs'), { seconds: 0.004 })], here);
    expect(said.at(-1)).toBe('All were done within 5 ms, too short for their times to be compared.');
    const one = verdict([finish(lane('bfs'), { seconds: 0.001 }), finish(lane('ucs'), { seconds: 4 })], here);
    expect(one).toContain('BFS was the quickest in this browser (1.0 ms).');
  });

  test('who did not finish is not compared, but not forgotten', () => {
    const said = verdict(
      [
        finish(lane('a*', 'manhattan')),
        finish(lane('bfs'), { status: 'memory-limit', length: null, optimal: false, bound: 24, expanded: 1_234_567 }),
        finish(lane('dfs'), { status: 'interrupted', length: null, optimal: false, bound: 0, expanded: 5 }),
      ],
      here,
    );
    expect(said).toEqual([
      'A* with Manhattan proved 31 moves shortest.',
      'BFS did not finish (memory limit) after 1,234,567 nodes; proved so far: at least 24 moves are needed.',
      'DFS did not finish (cancelled) after 5 nodes.',
    ]);
  });

  test('proofs that contradict each other are said first', () => {
    expect(verdict([finish(lane('bfs'), { length: 30 }), finish(lane('ucs'))], here)[0]).toContain('contradict');
  });

  test('a refused lane says nothing here', () => {
    expect(verdict([{ lane: lane('a*', 'pdb'), solution: null }], here)).toEqual([]);
  });
});

test('D13: places by time and by length are apart, and the medals are for the length where lengths differ', () => {
  const finishes = [
    finish(lane('greedy', 'manhattan'), { seconds: 0.1, length: 652, optimal: false }),
    finish(lane('human'), { seconds: 0.2, length: 204, optimal: false }),
    finish(lane('dfs'), { seconds: 0.05, status: 'time-limit', length: null }),
    finish(lane('beam', 'manhattan'), { seconds: 3, length: 116, optimal: false }),
    { lane: lane('a*', 'pdb'), solution: null },
  ];
  expect(placesOf(finishes)).toEqual([
    { fastest: 1, shortest: 3, medal: 'shortest' },
    { fastest: 2, shortest: 2, medal: 'shortest' },
    null,
    { fastest: 3, shortest: 1, medal: 'shortest' },
    null,
  ]);
});

test('D13: among solutions of the same length the medals are for the time', () => {
  const finishes = [finish(lane('bfs'), { seconds: 3 }), finish(lane('ucs'), { seconds: 1 })];
  expect(placesOf(finishes)).toEqual([
    { fastest: 2, shortest: 1, medal: 'fastest' },
    { fastest: 1, shortest: 1, medal: 'fastest' },
  ]);
});

test('D25: nobody is “faster than human”', () => {
  const said = verdict(
    [finish(lane('greedy', 'manhattan'), { seconds: 1, optimal: false }), finish(lane('human'), { seconds: 1.3, optimal: false })],
    here,
  ).join(' ');
  expect(said).toContain('1.3× faster than by hand (row by row)');
  expect(said).not.toMatch(/human/i);
});
