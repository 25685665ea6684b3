// The board that Solve, Race and Learn hand to each other; Play has its own (game.svelte.ts) and gives them a copy.
import type { BoardFields, Size } from '../engine/types';
import { inlineForm, longestSide, makeBoard, shortestSide, sizeOf, type Board } from '../puzzle/board';
import { goalBoard, isGoalName, type Goal } from '../puzzle/goals';
import { strings } from '../strings';

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

/** `1 2 3/4 5 6/7 8 0` → a board of any size; null where it is none. */
function anyBoardFromText(text: string): Board | null {
  const rows = text.split('/').map((row) => row.trim().split(/\s+/).map(Number));
  const cols = rows[0]?.length ?? 0;
  const tiles = rows.flat();
  const whole = rows.every((row) => row.length === cols);
  const each = new Set(tiles).size === tiles.length && tiles.every((tile) => Number.isInteger(tile));
  const within = tiles.every((tile) => tile >= 0 && tile < tiles.length);
  return whole && each && within ? makeBoard([rows.length, cols], tiles) : null;
}

const isShown = ({ rows, cols }: Board) => [rows, cols].every((side) => side >= shortestSide && side <= longestSide);

/** The same for a board that the page shows. */
export function boardFromText(text: string): Board | null {
  const board = anyBoardFromText(text);
  return board && isShown(board) ? board : null;
}

/** What is wrong with the board or the goal that a link means to carry; null where nothing is. */
export function badLink(fields: Readonly<Record<string, string>>): (Error & { hint: string }) | null {
  if (fields.board === undefined) return null;
  const words = strings.app.badLink;
  const fault = (message: string, hint: string) => ({ name: '', message, hint });
  const board = anyBoardFromText(fields.board);
  if (!board) return fault(words.board, words.boardHint);
  const { rows, cols } = board;
  if (!isShown(board)) {
    const size = strings.app.size(rows, cols);
    return fault(words.size(size, strings.app.setup.limits(shortestSide, longestSide)), Math.min(rows, cols) < shortestSide ? words.narrowHint : words.largeHint);
  }
  const goal = fields.goal ?? 'blank-last';
  if (isGoalName(goal)) return null;
  const own = anyBoardFromText(goal);
  if (!own) return fault(words.goal(goal), words.goalHint);
  return own.rows === rows && own.cols === cols ? null : fault(words.goalSize, words.goalHint);
}

/** The board and goal of a link; null where it carries none. */
export function fromLink(fields: Readonly<Record<string, string>>): { board: Board; goal: Goal } | null {
  const board = fields.board === undefined ? null : boardFromText(fields.board);
  if (!board) return null;
  const text = fields.goal ?? 'blank-last';
  const own = isGoalName(text) ? text : boardFromText(text);
  const fits = own && (typeof own === 'string' || (own.rows === board.rows && own.cols === board.cols));
  return { board, goal: fits ? own : 'blank-last' };
}
