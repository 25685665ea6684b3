// The state that all views share: the current board and goal, kept from view to view.
import type { BoardFields, Size } from '../engine/types';
import { inlineForm, makeBoard, sizeOf, type Board } from '../puzzle/board';
import { goalBoard, isGoalName, type Goal } from '../puzzle/goals';

class Current {
  /** The board as it is now, after all moves. */
  board = $state.raw<Board>(goalBoard('blank-last', [4, 4]));
  /** By name, or a board of its own of the same size. */
  goal = $state.raw<Goal>('blank-last');
  /** False until a view has put a board here: then the first one makes one up. */
  chosen = $state.raw(false);

  /** The goal as a board of the board's size. */
  get goalBoard(): Board {
    return goalBoard(this.goal, sizeOf(this.board));
  }

  set(board: Board, goal: Goal): void {
    const fits = typeof goal === 'string' || (goal.rows === board.rows && goal.cols === board.cols);
    this.board = board;
    this.goal = fits ? goal : 'blank-last';
    this.chosen = true;
  }
}

export const current = new Current();

/** As the engine takes it. */
export function boardFields(board: Board, goal: Goal): BoardFields & { start: number[]; size: Size } {
  return {
    start: [...board.tiles],
    goal: typeof goal === 'string' ? goal : [...goal.tiles],
    size: sizeOf(board),
  };
}

/** As a link carries it. */
export function linkFields(board: Board, goal: Goal): { board: string; goal: string } {
  return { board: inlineForm(board), goal: typeof goal === 'string' ? goal : inlineForm(goal) };
}

/** `1 2 3/4 5 6/7 8 0` → a board; null where it is none. */
export function boardFromText(text: string): Board | null {
  const rows = text.split('/').map((row) => row.trim().split(/\s+/).map(Number));
  const cols = rows[0]?.length ?? 0;
  const tiles = rows.flat();
  const whole = rows.every((row) => row.length === cols) && rows.length >= 2 && cols >= 2;
  const each = new Set(tiles).size === tiles.length && tiles.every((tile) => Number.isInteger(tile));
  const within = tiles.every((tile) => tile >= 0 && tile < tiles.length);
  return whole && each && within && rows.length <= 16 && cols <= 16 ? makeBoard([rows.length, cols], tiles) : null;
}

/** Whether a link means to carry a board or a goal, and what it carries is none. */
export function isBadLink(fields: Readonly<Record<string, string>>): boolean {
  if (fields.board === undefined) return false;
  const board = boardFromText(fields.board);
  const goal = fields.goal ?? 'blank-last';
  return !board || (!isGoalName(goal) && boardFromText(goal)?.tiles.length !== board.tiles.length);
}

/** The board and goal of a link; null where it carries none. */
export function fromLink(fields: Readonly<Record<string, string>>): { board: Board; goal: Goal } | null {
  const board = fields.board === undefined ? null : boardFromText(fields.board);
  if (!board) return null;
  const text = fields.goal ?? 'blank-last';
  const own = isGoalName(text) ? text : boardFromText(text);
  return { board, goal: own && (typeof own === 'string' || own.tiles.length === board.tiles.length) ? own : 'blank-last' };
}
