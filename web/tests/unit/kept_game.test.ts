// Games between visits: what is kept is found again, and what is no game is none. Also records, clocks and bad links.
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { clockText } from '../../src/components/format';
import { inlineForm, makeBoard } from '../../src/puzzle/board';
import { goalBoard } from '../../src/puzzle/goals';
import { made, newHistory, undo } from '../../src/puzzle/history';
import { badLink, fromLink } from '../../src/state/current.svelte';
import { foundGame, isGameOf, keptGame, type KeptGame } from '../../src/state/kept_game';
import { addToRecord, recordOf } from '../../src/state/record';

const start = makeBoard([3, 3], [1, 2, 3, 5, 0, 6, 4, 7, 8]);
const rest = { takenBack: 1, seconds: 7.25, hints: 2, shuffled: 'easy' as const };
const played = undo(made(made(newHistory(start), ['U']), ['D', 'D']));

describe('a kept game', () => {
  it('D4: is found with its moves, also those undone', () => {
    const kept = JSON.parse(JSON.stringify(keptGame(played, 'snail', rest))) as KeptGame;
    expect(foundGame(kept)).toEqual({ history: played, goal: 'snail' });
    expect(isGameOf(kept, start, 'snail')).toBe(true);
    expect(isGameOf(kept, start, 'blank-last')).toBe(false);
    expect(isGameOf(kept, played.board, 'snail')).toBe(false);
  });

  it('has a goal of its own', () => {
    const goal = makeBoard([3, 3], [2, 1, 4, 3, 5, 6, 7, 8, 0]);
    expect(foundGame(keptGame(newHistory(start), goal, rest))?.goal).toEqual(goal);
  });

  it('is none where anything is wrong with it', () => {
    const kept = keptGame(played, 'snail', rest);
    for (const wrong of [
      null,
      7,
      {},
      [],
      { ...kept, board: '1 2 3' },
      { ...kept, done: ['UUU'] },
      { ...kept, done: 'U' },
      { ...kept, undone: ['RRR'] },
      { ...kept, undone: undefined },
      { ...kept, seconds: 'long' },
      { ...kept, seconds: -1 },
      { ...kept, hints: null },
      { ...kept, shuffled: 'brutal' },
    ]) {
      expect(foundGame(wrong as unknown as KeptGame)).toBeNull();
    }
  });
});

describe('records', () => {
  beforeEach(() => {
    const store = new Map<string, string>();
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => store.get(key) ?? null,
      setItem: (key: string, value: string) => store.set(key, value),
    });
    return () => vi.unstubAllGlobals();
  });

  it('D10: are by size, goal and difficulty', () => {
    const games = { board: start, goal: 'blank-last' as const, difficulty: 'easy' as const };
    expect(recordOf(games)).toBeNull();
    addToRecord(games, 20, 9.5, 18);
    addToRecord(games, 24, 8.25, null);
    expect(recordOf(games)).toEqual({ games: 2, bestMoves: 20, bestSeconds: 8.25, totalMoves: 44, totalExcess: 2, measured: 1 });
    expect(recordOf({ ...games, difficulty: 'hard' })).toBeNull();
    expect(recordOf({ ...games, goal: 'snail' })).toBeNull();
    expect(recordOf({ ...games, goal: goalBoard('snail', [3, 3]) })).toBeNull();
    expect(recordOf({ ...games, board: goalBoard('snail', [3, 4]) })).toBeNull();
  });

  it('D10: have tenths of seconds', () => {
    expect([0, 7.39, 0.3, 59.99, 60, 750.04, 3723.9].map(clockText)).toEqual(
      ['0:00.0', '0:07.3', '0:00.3', '0:59.9', '1:00.0', '12:30.0', '1:02:03.9'],
    );
  });
});

describe('a link', () => {
  const text = (rows: number, cols: number) => inlineForm(makeBoard([rows, cols], [...Array(rows * cols).keys()]));

  it('D17: says what is wrong with its board or its goal', () => {
    const message = (board: string, goal?: string) => badLink({ board, ...(goal === undefined ? {} : { goal }) })?.message;
    expect(badLink({})).toBeNull();
    expect(message(text(16, 16))).toBeUndefined();
    expect(message(text(3, 3), 'snail')).toBeUndefined();
    expect(message(text(3, 3), text(3, 3))).toBeUndefined();
    expect(message(text(17, 4))).toMatch(/is 17×4; .* 2×2 to 16×16/);
    expect(message(text(1, 4))).toMatch(/is 1×4/);
    expect(message('1 2 3/4 5 5/7 8 0')).toMatch(/incomplete or damaged/);
    expect(message('1 2 3/4 5 6/7 8')).toMatch(/incomplete or damaged/);
    expect(message('')).toMatch(/incomplete or damaged|is 1×1/);
    expect(message(text(3, 3), 'snale')).toMatch(/“snale”, is unknown/);
    expect(message(text(2, 3), text(3, 2))).toMatch(/does not have the size/);
  });

  it('never brings a goal of another shape', () => {
    expect(fromLink({ board: text(2, 3), goal: text(3, 2) })?.goal).toBe('blank-last');
  });
});
