// The goals that have a name, as boards: needed on every move, so they are not asked of the engine.
import type { Size } from '../engine/types';
import { makeBoard, type Board } from './board';

export const goalNames = ['blank-last', 'blank-first', 'snail', 'column-major'] as const;
export type GoalName = (typeof goalNames)[number];

/** A goal by name, or a board of its own. */
export type Goal = GoalName | Board;

export function isGoalName(text: string): text is GoalName {
  return (goalNames as readonly string[]).includes(text);
}

/** The cells in the order in which a goal is filled with 1, 2, 3, … */
function fillingOrder(name: GoalName, [rows, cols]: Size): number[] {
  const cells = Array.from({ length: rows * cols }, (_, cell) => cell);
  switch (name) {
    case 'blank-last':
      return cells;
    case 'blank-first':
      return [...cells.slice(1), 0];
    case 'column-major':
      return cells.map((i) => (i % rows) * cols + Math.floor(i / rows));
    case 'snail': {
      const order: number[] = [];
      let [top, bottom, left, right] = [0, rows - 1, 0, cols - 1];
      while (top <= bottom && left <= right) {
        for (let col = left; col <= right; ++col) order.push(top * cols + col);
        for (let row = top + 1; row <= bottom; ++row) order.push(row * cols + right);
        if (top < bottom) for (let col = right - 1; col >= left; --col) order.push(bottom * cols + col);
        if (left < right) for (let row = bottom - 1; row > top; --row) order.push(row * cols + left);
        ++top, --bottom, ++left, --right;
      }
      return order;
    }
  }
}

/** The goal for boards of this size. A board of another size stands for nothing: the default takes its place. */
export function goalBoard(goal: Goal, size: Size): Board {
  if (typeof goal !== 'string') {
    if (goal.rows === size[0] && goal.cols === size[1]) return goal;
    return goalBoard('blank-last', size);
  }
  const tiles = Array<number>(size[0] * size[1]).fill(0);
  fillingOrder(goal, size).forEach((cell, i) => (tiles[cell] = i + 1 < tiles.length ? i + 1 : 0));
  return makeBoard(size, tiles);
}
