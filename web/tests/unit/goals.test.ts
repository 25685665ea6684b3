// The named goals as boards.
import { describe, expect, it } from 'vitest';
import { inlineForm, makeBoard } from '../../src/puzzle/board';
import { goalBoard } from '../../src/puzzle/goals';

describe('goalBoard', () => {
  it.each([
    ['blank-last', [2, 3], '1 2 3/4 5 0'],
    ['blank-first', [2, 3], '0 1 2/3 4 5'],
    ['column-major', [2, 3], '1 3 5/2 4 0'],
    ['snail', [3, 3], '1 2 3/8 0 4/7 6 5'],
    ['snail', [4, 4], '1 2 3 4/12 13 14 5/11 0 15 6/10 9 8 7'],
    ['snail', [2, 4], '1 2 3 4/0 7 6 5'],
    ['snail', [4, 2], '1 2/0 3/7 4/6 5'],
    ['snail', [5, 3], '1 2 3/12 13 4/11 14 5/10 0 6/9 8 7'],
  ] as const)('%s for %s', (name, size, expected) => {
    expect(inlineForm(goalBoard(name, [...size]))).toBe(expected);
  });

  it('is a board of its own where that has the size, else the default', () => {
    const own = makeBoard([2, 2], [3, 2, 1, 0]);
    expect(goalBoard(own, [2, 2])).toBe(own);
    expect(inlineForm(goalBoard(own, [2, 3]))).toBe('1 2 3/4 5 0');
  });
});
