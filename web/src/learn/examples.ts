// The board each chapter begins with.
import { makeBoard, type Board } from '../puzzle/board';
import type { Chapter } from './chapters';

export const examples: Record<Chapter, Board> = {
  puzzle: makeBoard([3, 3], [1, 2, 3, 4, 5, 6, 8, 7, 0]),
  blind: makeBoard([2, 3], [4, 1, 2, 5, 3, 0]),
  heuristics: makeBoard([3, 3], [4, 8, 3, 7, 0, 6, 2, 5, 1]),
  'best-first': makeBoard([3, 3], [4, 2, 0, 5, 6, 3, 7, 1, 8]),
  weights: makeBoard([4, 4], [2, 1, 12, 4, 0, 14, 5, 7, 9, 13, 15, 6, 8, 3, 10, 11]),
};
