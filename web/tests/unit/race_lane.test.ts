// Lanes of a race: what a link carries of them, and the jobs they become.
import { describe, expect, test } from 'vitest';
import type { OptionInfo, Registry } from '../../src/engine/types';
import { makeBoard } from '../../src/puzzle/board';
import { compareCommands } from '../../src/race/command';
import {
  canonicalLane,
  defaultLimits,
  heuristicDetail,
  heuristicStem,
  jobOf,
  LaneError,
  readLane,
  readLanes,
  readLimits,
  withDetail,
  writeLane,
  writeLanes,
  writeLimits,
  type Lane,
} from '../../src/race/lane';
import { presets } from '../../src/race/presets';
import { readLink, writeLink } from '../../src/state/link';

const option = (name: string, value: string) => {
  const kind: OptionInfo['kind'] = name === 'max-depth' ? 'limit' : value === 'off' ? 'flag' : name === 'cycles' ? 'whole' : 'real';
  return { name, synopsis: '', default: value, kind };
};
const algorithm = (name: string, uses_heuristic: boolean, options: OptionInfo[] = [], aliases: string[] = []) => ({
  name,
  aliases,
  synopsis: '',
  options,
  uses_heuristic,
  complete: true,
  optimal: true,
  tile_cost: true,
  deepens: false,
  improves: false,
  shares_work: false,
  linear_memory: false,
  heuristic_proves: false,
  counts_solutions: false,
  repeatable: true,
  to_the_letter: false,
  to_a_deadline: false,
  proves_bounds: true,
  traceable: false,
  time: '',
  space: '',
  reference: '',
  use: '',
});
const heuristic = (name: string, options = [] as ReturnType<typeof option>[], combines = false, aliases: string[] = []) => ({
  name,
  aliases,
  synopsis: '',
  options,
  admissible: true,
  consistent: true,
  combines,
  yardstick: false,
  pattern_tables: name === 'pdb',
  argument: options[0]?.name === 'partition' ? 'partition' : '',
  sizes: 'any',
  reference: '',
  origin: '',
  cost: '',
  use: '',
});
const registry: Registry = {
  schema: 'tessera.list/1',
  algorithms: [
    algorithm('a*', true, [], ['astar']),
    algorithm('ida*', true, [option('cycles', '0')]),
    algorithm('weighted-a*', true, [option('weight', '1.5')]),
    algorithm('anytime-a*', true, [option('weight', '3'), option('adaptive', 'off')]),
    algorithm('bfs', false),
    algorithm('depth-limited', false, [option('max-depth', '31 or 80')]),
  ],
  heuristics: [
    heuristic('manhattan', [], false, ['md']),
    heuristic('linear-conflict'),
    heuristic('pdb', [option('partition', 'the best')]),
    heuristic('weighted-combination', [option('factor', '1')]),
    heuristic('max', [], true),
  ],
  goals: [],
  formats: [],
  suites: [],
  difficulties: [],
  traceable: [],
};
const lane = (algorithmName: string, heuristicName = '', options: Record<string, string> = {}): Lane => ({
  algorithm: algorithmName,
  heuristic: heuristicName,
  options,
});

describe('in a link', () => {
  test.each([
    lane('a*', 'manhattan'),
    lane('bfs'),
    lane('depth-limited', '', { 'max-depth': '40' }),
    lane('weighted-a*', 'max(manhattan,linear-conflict)', { weight: '1.5' }),
    lane('ida*', 'pdb:_xxx-xxxx-oooo-oooo', { cycles: '14' }),
    lane('anytime-a*', 'weighted-combination:factor=3', { weight: '5', adaptive: 'on' }),
  ])('%o comes back', (each) => {
    expect(readLane(writeLane(each))).toEqual(each);
    const link = readLink(writeLink({ view: 'race', fields: writeLanes([each, lane('bfs')]) }));
    expect(readLanes(link.fields)).toEqual([each, lane('bfs')]);
  });

  test('empty options and what is no lane are left out', () => {
    expect(writeLane(lane('weighted-a*', 'manhattan', { weight: ' ' }))).toBe('weighted-a* manhattan');
    expect(readLane('  ')).toBeNull();
    expect(readLane('a* manhattan nonsense')).toBeNull();
    expect(readLanes({ lane1: 'a* manhattan', lane3: 'bfs', lane5: 'bfs' })).toEqual([lane('a*', 'manhattan'), lane('bfs')]);
  });

  test('limits come back, also none; without fields they are the default', () => {
    for (const limits of [defaultLimits, { seconds: null, megabytes: 64, nodes: 1000 }]) {
      expect(readLimits(writeLimits(limits))).toEqual(limits);
    }
    expect(readLimits({})).toEqual(defaultLimits);
    expect(readLimits({ time: 'soon', memory: '-3', nodes: '0' })).toEqual({ seconds: null, megabytes: null, nodes: null });
  });

  test('every preset comes back', () => {
    for (const preset of presets) expect(readLanes(writeLanes(preset.lanes))).toEqual(preset.lanes);
  });
});

describe('heuristics with parameters', () => {
  test('are taken apart and put together', () => {
    const [, , pdb, combination, max] = registry.heuristics;
    expect([heuristicStem('pdb:6-6-3'), heuristicDetail('pdb:6-6-3')]).toEqual(['pdb', '6-6-3']);
    expect(heuristicDetail('max(manhattan,pdb:3-5)')).toBe('manhattan,pdb:3-5');
    expect(withDetail(pdb!, ' 6-6-3 ')).toBe('pdb:6-6-3');
    expect(withDetail(combination!, '3')).toBe('weighted-combination:factor=3');
    expect(withDetail(max!, 'manhattan, linear-conflict')).toBe('max(manhattan,linear-conflict)');
    expect(withDetail(pdb!, '')).toBe('pdb');
  });
});

describe('as a job', () => {
  const board = { start: [1, 2, 3, 0], size: [2, 2] as [number, number] };

  test('names become the registry\'s, and what has no effect is dropped', () => {
    expect(canonicalLane(lane('astar', 'md', { weight: '3' }), registry)).toEqual(lane('a*', 'manhattan'));
    expect(canonicalLane(lane('bfs', 'manhattan'), registry)).toEqual(lane('bfs'));
    expect(canonicalLane(lane('ida*', 'pdb:3-5'), registry).heuristic).toBe('pdb:3-5');
  });

  test('unknown names are refused with a remedy', () => {
    expect(() => canonicalLane(lane('b*', 'manhattan'), registry)).toThrow(LaneError);
    expect(() => canonicalLane(lane('a*', 'guess'), registry)).toThrow('There is no heuristic “guess”.');
    expect(() => canonicalLane(lane('a*'), registry)).toThrow('needs a heuristic');
  });

  test('options and limits are numbers in their places', () => {
    const limits = { seconds: 10, megabytes: 512, nodes: null };
    expect(jobOf(lane('weighted-a*', 'manhattan', { weight: '1.5' }), registry, board, limits)).toEqual({
      ...board,
      algorithm: 'weighted-a*',
      heuristic: 'manhattan',
      options: { weight: 1.5, threads: 1 },
      limits: { seconds: 10, memory_bytes: 512 * 1024 * 1024 },
    });
    const deep = jobOf(lane('depth-limited', '', { 'max-depth': '40' }), registry, board, { seconds: null, megabytes: null, nodes: 7 });
    expect(deep.limits).toEqual({ depth: 40, nodes: 7 });
    expect(deep).not.toHaveProperty('heuristic');
    expect(jobOf(lane('anytime-a*', 'manhattan', { adaptive: 'on' }), registry, board, limits).options).toEqual({ adaptive: true, threads: 1 });
    expect(() => canonicalLane(lane('ida*', 'manhattan', { cycles: 'many' }), registry)).toThrow('no value for cycles');
    expect(() => canonicalLane(lane('ida*', 'manhattan', { cycles: '1.5' }), registry)).toThrow('no value for cycles');
    expect(() => jobOf(lane('depth-limited', '', { 'max-depth': 'deep' }), registry, board, limits)).toThrow('no value for max-depth');
  });

  test('a word stays a word, though it looks like a switch or a number', () => {
    const words: OptionInfo = { name: 'tie-break', field: 'tie_break', synopsis: '', default: 'off', kind: 'word', words: ['on', 'off', '12'] };
    const known: Registry = { ...registry, algorithms: [algorithm('new-search', true, [words])] };
    for (const value of words.words!) {
      const job = jobOf(canonicalLane(lane('new-search', 'manhattan', { 'tie-break': value }), known), known, board, defaultLimits);
      expect(job.options).toEqual({ tie_break: value, threads: 1 });
    }
  });
});

describe('as commands', () => {
  const board = makeBoard([2, 2], [1, 2, 0, 3]);
  const none = { seconds: null, megabytes: null, nodes: null };

  test('one command for a product', () => {
    const lanes = [lane('a*', 'manhattan'), lane('a*', 'linear-conflict'), lane('ida*', 'linear-conflict'), lane('ida*', 'manhattan')];
    expect(compareCommands(lanes, board, 'blank-last', none)).toEqual([
      "tessera compare '1 2/0 3' --algorithm 'a*,ida*' --heuristic manhattan,linear-conflict",
    ]);
  });

  test('as many as options and pairs need; blind ones go along', () => {
    const lanes = [lane('weighted-a*', 'manhattan', { weight: '1.5' }), lane('weighted-a*', 'manhattan', { weight: '3' }), lane('bfs'), lane('a*', 'manhattan')];
    const limits = { seconds: 30, megabytes: 512, nodes: 1000 };
    const common = '--goal snail --time 30s --memory 512M --nodes 1000';
    expect(compareCommands(lanes, board, 'snail', limits)).toEqual([
      `tessera compare '1 2/0 3' --algorithm 'weighted-a*' --heuristic manhattan --weight 1.5 ${common}`,
      `tessera compare '1 2/0 3' --algorithm 'weighted-a*' --heuristic manhattan --weight 3 ${common}`,
      `tessera compare '1 2/0 3' --algorithm 'bfs,a*' --heuristic manhattan ${common}`,
    ]);
  });

  test('lanes that are no product are not made one', () => {
    const lanes = [lane('a*', 'manhattan'), lane('a*', 'linear-conflict'), lane('ida*', 'manhattan')];
    expect(compareCommands(lanes, board, 'blank-last', none)).toHaveLength(2);
  });

  test('a goal of its own is quoted', () => {
    expect(compareCommands([lane('bfs')], board, makeBoard([2, 2], [3, 2, 1, 0]), none)).toEqual([
      "tessera compare '1 2/0 3' --algorithm bfs --goal '3 2/1 0'",
    ]);
  });
});
