// Moves of a game with undo and redo, the keys, and the distances of its positions.
import { describe, expect, it } from 'vitest';
import { inlineForm, movesOf } from '../../src/puzzle/board';
import { detours, Distances } from '../../src/puzzle/distances';
import { goalBoard } from '../../src/puzzle/goals';
import { allMoves, counts, made, newHistory, redo, undo, undoing } from '../../src/puzzle/history';
import { slideTowards } from '../../src/puzzle/keys';

const start = goalBoard('blank-last', [3, 3]);

describe('history', () => {
  it('counts single moves and slides, and takes whole slides back and forth', () => {
    let game = made(newHistory(start), movesOf('LL'));
    game = made(game, movesOf('U'));
    game = made(game, movesOf('U'));
    expect(inlineForm(game.board)).toBe('0 2 3/1 5 6/4 7 8');
    expect(counts(game)).toEqual({ moves: 4, slides: 2 });
    expect(undoing(game)).toEqual(['D']);
    game = undo(undo(undo(game)));
    expect(inlineForm(game.board)).toBe(inlineForm(start));
    expect(undo(game)).toBe(game);
    game = redo(game);
    expect(allMoves(game)).toEqual(['L', 'L']);
    expect(redo(redo(redo(game))).undone).toEqual([]);
  });

  it('forgets what was undone at another move, and refuses moves over the edge', () => {
    const game = undo(made(newHistory(start), movesOf('L')));
    expect(made(game, movesOf('U')).undone).toEqual([]);
    expect(made(game, movesOf('D'))).toBe(game);
  });
});

describe('slideTowards', () => {
  it('moves the tile beside the blank, or all of them', () => {
    expect(slideTowards(start, 'R')).toEqual(['L']);
    expect(slideTowards(start, 'R', true)).toEqual(['L', 'L']);
    expect(slideTowards(start, 'D', true)).toEqual(['U', 'U']);
    expect(slideTowards(start, 'L')).toEqual([]);
  });
});

describe('Distances', () => {
  it('begins with what the game itself proves', () => {
    expect(new Distances(3).ranges).toEqual([
      { low: 1, high: 3 },
      { low: 0, high: 2 },
      { low: 1, high: 1 },
      { low: 0, high: 0 },
    ]);
  });

  it('narrows the neighbours of what it learns', () => {
    const distances = new Distances(6);
    distances.learn(0, 6, 6);
    expect(distances.exact).toBe(true); // a shortest game: every position of it is known
    const other = new Distances(6);
    other.learn(0, 2, 2);
    expect(other.ranges.map(({ low, high }) => [low, high])).toEqual([[2, 2], [1, 3], [0, 4], [1, 3], [0, 2], [1, 1], [0, 0]]);
    other.learn(2, 3, 4); // of the parity of the moves left
    expect(other.ranges[2]).toEqual({ low: 4, high: 4 });
    expect(other.exact).toBe(true);
  });

  it('asks for each position once, the widest first', () => {
    const distances = new Distances(5);
    const asked = [];
    for (let i = distances.next(); i !== null; i = distances.next()) asked.push(i);
    expect(asked[0]).toBe(0);
    expect(new Set(asked).size).toBe(asked.length);
  });
});

describe('detours', () => {
  it('finds where moves were lost, the worst first', () => {
    expect(detours([4, 5, 4, 5, 6, 7, 6, 5, 4, 3, 4, 3, 2, 1, 0])).toEqual([
      { first: 1, last: 5, lost: 8 },
      { first: 10, last: 10, lost: 2 },
    ]);
    expect(detours([3, 2, 1, 0])).toEqual([]);
  });
});
