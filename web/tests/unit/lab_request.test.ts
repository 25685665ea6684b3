// What is asked of the lab: the server's request, the command that does the same, and the link.
import { describe, expect, test } from 'vitest';
import type { LabSuite } from '../../src/lab/lab_client';
import { commandOf, plannedRuns, readChoice, requestOf, writeChoice, type LabChoice } from '../../src/lab/request';
import { readLink, writeLink } from '../../src/state/link';

const suite: LabSuite = {
  name: 'seeds-8-quick',
  synopsis: '',
  external: false,
  boards: 25,
  configurations: ['a* with manhattan', 'dfs', 'a* with max(manhattan,misplaced)'],
  runs: 150, // every pair twice
  limits: {},
  notes: [],
};
const choice = (changes: Partial<LabChoice> = {}): LabChoice => ({
  suite: suite.name,
  boards: '',
  seconds: '',
  nodes: '',
  only: null,
  ...changes,
});

describe('the request', () => {
  test('says only what differs from the suite', () => {
    expect(requestOf(choice(), suite)).toEqual({ suite: 'seeds-8-quick' });
    expect(requestOf(choice({ boards: '25', only: [...suite.configurations] }), suite)).toEqual({ suite: 'seeds-8-quick' });
    expect(requestOf(choice({ boards: ' 5 ', seconds: '0.5', nodes: '1000', only: ['dfs', 'gone'] }), suite)).toEqual({
      suite: 'seeds-8-quick',
      limits: { seconds: 0.5, nodes: 1000 },
      boards: 5,
      only: ['dfs'],
    });
  });

  test.each([
    ['boards', { boards: '1.5' }],
    ['boards', { boards: '-2' }],
    ['seconds', { seconds: 'soon' }],
    ['nodes', { nodes: '0' }],
    ['only', { only: [] }],
  ])('names the field that is wrong: %s', (field, changes) => {
    expect(requestOf(choice(changes as Partial<LabChoice>), suite)).toBe(field);
  });

  test('tells how many runs it is, repetitions included', () => {
    expect(plannedRuns({ suite: suite.name }, suite)).toBe(150);
    expect(plannedRuns({ suite: suite.name, boards: 5, only: ['dfs'] }, suite)).toBe(10);
  });
});

test('the command does the same, or there is none', () => {
  expect(commandOf({ suite: 'korf100', limits: { seconds: 10, nodes: 5000 } })).toBe('tessera lab run korf100 --time 10s --nodes 5000');
  expect(commandOf({ suite: 'korf100', boards: 3 })).toBeNull();
  expect(commandOf({ suite: 'korf100', only: ['dfs'] })).toBeNull();
});

test('a link brings the choice back', () => {
  for (const each of [choice(), choice({ boards: '5', seconds: '2', nodes: '99', only: ['dfs', 'a* with max(manhattan,misplaced)'] })]) {
    expect(readChoice(readLink(writeLink({ view: 'lab', fields: writeChoice(each) })).fields)).toEqual(each);
  }
});
