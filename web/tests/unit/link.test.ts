// Links and settings: what is written is read again; commands for the terminal.
import { describe, expect, it } from 'vitest';
import { inlineForm, makeBoard } from '../../src/puzzle/board';
import { commandFor } from '../../src/state/command';
import { boardFromText, fromLink, linkFields } from '../../src/state/current.svelte';
import { readLink, writeLink } from '../../src/state/link';
import { defaults, readSettings, requestOf, settingsFields } from '../../src/state/settings.svelte';
import type { AlgorithmInfo } from '../../src/engine/types';

const board = makeBoard([2, 3], [1, 2, 3, 4, 0, 5]);
const own = makeBoard([2, 3], [5, 4, 3, 2, 1, 0]);

const weighted: AlgorithmInfo = {
  name: 'weighted-a*', aliases: [], synopsis: '', uses_heuristic: true, heuristic_proves: false, complete: true,
  optimal: false, tile_cost: true, counts_solutions: false, repeatable: true, to_the_letter: false,
  to_a_deadline: false, deepens: false, improves: false, shares_work: false, linear_memory: false, proves_bounds: true, traceable: true,
  time: '', space: '', reference: '', use: '', options: [{ name: 'weight', synopsis: '', default: '1.5', kind: 'real', least: 1, most: 1000 }],
};

describe('links', () => {
  it('carry board and goal', () => {
    const address = writeLink({ view: 'solve', fields: linkFields(board, own) });
    expect(address).toBe('#/solve?board=1.2.3_4.0.5&goal=5.4.3_2.1.0');
    const link = readLink(address);
    expect(link.view).toBe('solve');
    expect(fromLink(link.fields)).toEqual({ board, goal: own });
    expect(fromLink(readLink(writeLink({ view: 'play', fields: linkFields(board, 'snail') })).fields)?.goal).toBe('snail');
  });

  it('that are no boards are ignored', () => {
    for (const text of ['', '1 2 3', '1 2/3 3', '1 2/3', 'a b/c d', '1 2/3 4', '-1 0/1 2']) expect(boardFromText(text)).toBeNull();
    expect(fromLink({ board: '1 2/3 0', goal: '1 2 3/4 5 0' })?.goal).toBe('blank-last');
    expect(fromLink({})).toBeNull();
    expect(readLink('#/nowhere?x=1').view).toBe('play');
  });

  it('carry every setting', () => {
    const settings = {
      ...defaults(),
      algorithm: 'weighted-a*', heuristic: 'max', arguments: 'manhattan+gaschnig', cost: 'tile' as const, order: 'UDLR',
      options: { ...defaults().options, weight: '2.5', adaptive: 'on', seed: '7' },
      seconds: '', megabytes: '64', nodes: '1000', depth: '80',
    };
    const link = readLink(writeLink({ view: 'solve', fields: settingsFields(settings) }));
    expect(readSettings(link.fields)).toEqual(settings);
    expect(settingsFields(defaults())).toEqual({});
  });
});

describe('requestOf', () => {
  it('asks only what the algorithm has', () => {
    const settings = { ...defaults(), algorithm: 'weighted-a*', heuristic: 'pdb', arguments: '6-6-3' };
    settings.options.weight = '3';
    settings.options.width = '50';
    expect(requestOf(settings, weighted)).toEqual({
      algorithm: 'weighted-a*', heuristic: 'pdb:6-6-3', options: { weight: 3 }, limits: { seconds: 10 },
    });
    expect(requestOf(settings, { ...weighted, uses_heuristic: false, options: [] })).toEqual({
      algorithm: 'weighted-a*', limits: { seconds: 10 },
    });
  });
});

describe('commandFor', () => {
  it('is what the shell takes', () => {
    expect(commandFor(board, 'blank-last', {})).toBe(`tessera solve "${inlineForm(board)}"`);
    expect(
      commandFor(board, own, {
        algorithm: 'ida*', heuristic: 'max:manhattan+gaschnig', cost: 'tile', options: { order: 'UDLR', adaptive: true },
        limits: { seconds: 5, memory_bytes: 64 << 20, nodes: 10, depth: 80 },
      }),
    ).toBe(
      'tessera solve "1 2 3/4 0 5" --goal "5 4 3/2 1 0" --algorithm "ida*" --heuristic max:manhattan+gaschnig --cost tile ' +
        '--order UDLR --adaptive --time 5s --memory 64M --nodes 10 --max-depth 80',
    );
  });
});
