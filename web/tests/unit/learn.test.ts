// The logic of Learn: traces as films that run forward and back, layouts, and command lines.
import { describe, expect, it } from 'vitest';
import type { Part, Trace } from '../../src/engine/types';
import { chapterOf, chapters, neighbours } from '../../src/learn/chapters';
import { command } from '../../src/state/command';
import { drawGap, gapOf } from '../../src/components/gap_chart';
import { marksOf } from '../../src/learn/heuristic_marks';
import { Replay } from '../../src/learn/replay';
import { layoutTree } from '../../src/learn/tree_layout';
import { makeBoard } from '../../src/puzzle/board';

const node = (parent: number | null, g: number, board: number[], h = 0) => ({
  parent,
  move: parent === null ? null : 'U',
  board,
  g,
  h,
});
const step = (expand: number, children: number[], duplicates: number[] = [], pruned: number[] = [], bound?: number) => ({
  expand,
  children,
  duplicates,
  pruned,
  ...(bound === undefined ? {} : { bound }),
});
const trace = (algorithm: string, nodes: Trace['nodes'], steps: Trace['steps'], goal: number | null): Trace => ({
  schema: 'tessera.trace/1',
  size: [2, 2],
  start: nodes[0]!.board,
  goal: [1, 2, 3, 0],
  goal_name: 'blank-last',
  algorithm,
  heuristic: null,
  complete: goal !== null,
  nodes,
  steps,
  goal_node: goal,
  path: [],
  moves: null,
  expanded: steps.length,
  generated: nodes.filter((n) => n.parent !== null).length,
});

// root 0 → 1, 2; 1 → 3 (duplicate of 2), 4; 2 → 5 (the goal)
const bfs = trace(
  'bfs',
  [
    node(null, 0, [0, 1, 2, 3]),
    node(0, 1, [1, 0, 2, 3]),
    node(0, 1, [2, 1, 0, 3]),
    node(1, 2, [2, 1, 0, 3]),
    node(1, 2, [1, 3, 2, 0]),
    node(2, 2, [1, 2, 3, 0]),
  ],
  [step(0, [1, 2]), step(1, [4], [3]), step(2, [5])],
  5,
);

describe('a replay of bfs', () => {
  const film = new Replay(bfs);

  it('begins with the root alone and ends with the goal', () => {
    expect(film.end).toBe(3);
    expect(film.counts(0)).toEqual({ expanded: 0, generated: 0, waiting: 1, duplicates: 0, pruned: 0, depth: 0 });
    expect(film.state(0, 0)).toBe('waiting');
    expect(film.state(1, 0)).toBeNull();
    expect(film.state(5, 3)).toBe('goal');
    expect(film.pathAt(3)).toEqual([0, 2, 5]);
    expect(film.counts(3)).toMatchObject({ expanded: bfs.expanded, generated: bfs.generated });
  });

  it('says what each node is on the way', () => {
    expect([0, 1, 2, 3, 4].map((n) => film.state(n, 2))).toEqual(['expanded', 'current', 'waiting', 'duplicate', 'waiting']);
    expect(film.news(2)).toEqual([3, 4]);
    expect(film.counts(2)).toEqual({ expanded: 2, generated: 4, waiting: 2, duplicates: 1, pruned: 0, depth: 2 });
  });

  it('is a function of the position: forward and back is where it was', () => {
    const picture = (at: number) => bfs.nodes.map((_, n) => film.state(n, at));
    const before = picture(1);
    picture(2);
    expect(picture(1)).toEqual(before);
  });

  it('counts different boards by depth', () => {
    expect(film.layers(1)).toEqual([1, 2]);
    expect(film.layers(3)).toEqual([1, 2, 2]);
  });

  it('stays within the trace', () => {
    expect(film.counts(-5)).toEqual(film.counts(0));
    expect(film.counts(99)).toEqual(film.counts(3));
    expect(film.counts(Number.NaN)).toEqual(film.counts(0));
  });
});

describe('a replay of ida*', () => {
  // Round 1: root 0 → 1 and 2 pruned. Round 2: root 3 → 4 → 5 pruned; 3 → 6, the goal.
  const film = new Replay(
    trace(
      'ida*',
      [
        node(null, 0, [0, 1, 2, 3], 1),
        node(0, 1, [1, 0, 2, 3], 2),
        node(0, 1, [2, 1, 0, 3], 2),
        node(null, 0, [0, 1, 2, 3], 1),
        node(3, 1, [1, 0, 2, 3], 2),
        node(4, 2, [1, 3, 2, 0], 3),
        node(3, 1, [2, 1, 0, 3], 2),
      ],
      [step(0, [], [], [1, 2], 1), step(3, [4, 6], [], [], 3), step(4, [], [], [5], 3)],
      6,
    ),
  );

  it('has a round for each bound, each with its own tree', () => {
    expect(film.rounds.map(({ bound, root, first, last, generated }) => [bound, root, first, last, generated])).toEqual([
      [1, 0, 0, 0, 2],
      [3, 3, 1, 2, 3],
    ]);
    expect(film.roundAt(1)?.bound).toBe(1);
    expect(film.roundAt(2)?.bound).toBe(3);
  });

  it('makes children one by one', () => {
    expect(film.made(1)).toBe(3);
    expect(film.news(2)).toEqual([4]);
    expect(film.news(3)).toEqual([5, 6]);
    expect(film.state(1, 1)).toBe('pruned');
  });

  it('is seen by its order, whatever the name of the search', () => {
    expect(new Replay({ ...film.trace, algorithm: 'another' }).news(2)).toEqual([4]);
    expect(new Replay({ ...bfs, algorithm: 'ida*' }).news(1)).toEqual([1, 2]);
  });
});

describe('a replay of a*', () => {
  it('shows a state that was reached by a shorter way as replaced', () => {
    const film = new Replay(
      trace(
        'a*',
        [node(null, 0, [0, 1, 2, 3]), node(0, 5, [1, 0, 2, 3]), node(0, 1, [2, 1, 0, 3]), node(2, 2, [1, 0, 2, 3])],
        [step(0, [1, 2]), step(2, [3])],
        null,
      ),
    );
    expect(film.state(1, 1)).toBe('waiting');
    expect(film.state(1, 2)).toBe('replaced');
    expect(film.counts(2).waiting).toBe(1);
  });

  it('does not count the goal as expanded when it is taken from the frontier', () => {
    const film = new Replay(
      trace('a*', [node(null, 0, [0, 1, 2, 3]), node(0, 1, [1, 0, 2, 3])], [step(0, [1]), step(1, [])], 1),
    );
    expect([0, 1, 2].map((at) => film.counts(at).expanded)).toEqual([0, 1, 1]);
  });
});

describe('a layout', () => {
  const layout = layoutTree(bfs, 0, 400, [2, 2]);

  it('has a line for each depth and a place for each node', () => {
    expect(layout.layers.map((layer) => layer.count)).toEqual([1, 2, 3]);
    expect([...layout.places.keys()].sort()).toEqual([0, 1, 2, 3, 4, 5]);
    for (const place of layout.places.values()) {
      expect(place.x).toBeGreaterThan(0);
      expect(place.x).toBeLessThan(layout.width);
      expect(place.y).toBeLessThan(layout.height);
    }
  });

  it('keeps children in the order of their parents', () => {
    const x = (n: number) => layout.places.get(n)!.x;
    expect(x(1)).toBeLessThan(x(2));
    expect(x(3)).toBeLessThan(x(4));
    expect(x(4)).toBeLessThan(x(5));
  });

  it('draws dots where boards have no room', () => {
    expect(layout.layers.every((layer) => layer.boards)).toBe(true);
    expect(layoutTree(bfs, 0, 90, [2, 2]).layers.at(-1)!.boards).toBe(false);
  });
});

describe('commands', () => {
  const board = makeBoard([2, 3], [1, 2, 3, 4, 0, 5]);

  it('quote boards and names for a shell', () => {
    expect(command('solve', board, 'blank-last', { algorithm: 'ida*', trace: '-', 'trace-steps': 50 })).toBe(
      'tessera solve "1 2 3/4 0 5" --algorithm "ida*" --trace - --trace-steps 50',
    );
    expect(command('check', board, 'snail')).toBe('tessera check "1 2 3/4 0 5" --goal snail');
    expect(command('check', board, board, { json: true, seed: undefined })).toBe(
      'tessera check "1 2 3/4 0 5" --goal "1 2 3/4 0 5" --json',
    );
    expect(command('explain', board, 'blank-last', { heuristic: "a'$b" })).toContain(`'a'\\''$b'`);
  });
});

describe('chapters', () => {
  it('lead from one to the next', () => {
    expect(chapterOf('weights')).toBe('weights');
    expect(chapterOf('nonsense')).toBe('puzzle');
    expect(chapterOf(undefined)).toBe('puzzle');
    expect(neighbours('puzzle')).toEqual({ previous: null, next: 'blind' });
    expect(neighbours(chapters.at(-1)!).next).toBeNull();
  });
});

describe('marks of a heuristic', () => {
  const tile = (number: number, from: number, to: number, value: number): Part => ({
    kind: 'tile',
    label: `tile ${number}`,
    value,
    tiles: [number],
    cells: [from],
    goal_cells: [to],
  });
  const whole = (parts: Part[], more: Partial<Part> = {}): Part => ({
    kind: 'heuristic',
    label: 'h',
    value: 0,
    combine: 'sum',
    parts,
    ...more,
  });

  it('are arrows for tiles that are not at home', () => {
    const marks = marksOf(whole([tile(4, 0, 3, 1), tile(5, 4, 4, 0)]));
    expect(marks.arrows).toEqual([{ tile: 4, from: 0, to: 3, value: 1, jumps: false }]);
    expect(marks.added.get(4)).toBe(1);
  });

  it('are bands for lines in disorder, and tables for rows and columns', () => {
    const marks = marksOf(
      whole([
        { kind: 'line', label: 'column 2', value: 2, line: { kind: 'column', index: 1 }, pairs: [[8, 5]], leaving: [5] },
        { kind: 'direction', label: 'vertical', value: 9, matrix: { lines: 'rows', blank_line: 1, counts: [[1]] } },
      ]),
    );
    expect(marks.lines).toEqual([{ kind: 'column', index: 1, pairs: [[8, 5]], leaving: [5], value: 2 }]);
    expect(marks.matrices).toHaveLength(1);
  });

  it('of a maximum are those of the part that counts', () => {
    const groups = (letters: number[][]): Part =>
      whole(letters.map((tiles) => ({ kind: 'pattern', label: 'p', value: tiles.length, tiles })));
    const marks = marksOf(whole([groups([[1], [2]]), groups([[3, 4]])], { combine: 'max', chosen: 1 }));
    expect(marks.groups).toEqual([{ letter: 'A', tiles: [3, 4], value: 2 }]);
  });
});

describe('the falling gap', () => {
  it('is drawn from the first solution to now', () => {
    expect(drawGap([{ seconds: 0.1, best: null, bound: 40 }], 1, 100, 50)).toBeNull();
    const chart = drawGap(
      [
        { seconds: 0, best: 80, bound: 40 },
        { seconds: 1, best: 60, bound: 50 },
      ],
      2,
      100,
      50,
    )!;
    expect(chart).toMatchObject({ most: 80, least: 40, longest: 2 });
    expect(chart.best).toBe('M0 4H50V25H100');
    expect(chart.bound).toBe('M0 46H50V35.5H100');
  });

  it('is told in parts of the bound', () => {
    expect(gapOf(60, 50)).toBeCloseTo(0.2);
    expect(gapOf(0, 0)).toBe(0);
  });
});
