// Boards and moves, as far as the page needs them under its fingers; everything else is asked of the engine.
import type { Size } from '../engine/types';

/** Tiles row by row, 0 is the blank. Never changed in place. */
export interface Board {
  readonly rows: number;
  readonly cols: number;
  readonly tiles: readonly number[];
}

/** The sides of boards that the page shows. In a single row or column the tiles could not pass each other. */
export const [shortestSide, longestSide] = [2, 16];

/** A move of the blank. */
export type Move = 'U' | 'D' | 'L' | 'R';

export const opposite: Record<Move, Move> = { U: 'D', D: 'U', L: 'R', R: 'L' };

export function makeBoard(size: Size, tiles: readonly number[]): Board {
  return { rows: size[0], cols: size[1], tiles: [...tiles] };
}

export function sizeOf(board: Board): Size {
  return [board.rows, board.cols];
}

export function sameBoard(a: Board, b: Board): boolean {
  return a.rows === b.rows && a.cols === b.cols && a.tiles.every((tile, cell) => tile === b.tiles[cell]);
}

export function blankCell(board: Board): number {
  return board.tiles.indexOf(0);
}

/** Where the blank comes from `cell` by this move; null where there is the edge. */
export function target(board: Board, cell: number, move: Move): number | null {
  const row = Math.floor(cell / board.cols);
  const col = cell % board.cols;
  switch (move) {
    case 'U':
      return row > 0 ? cell - board.cols : null;
    case 'D':
      return row < board.rows - 1 ? cell + board.cols : null;
    case 'L':
      return col > 0 ? cell - 1 : null;
    case 'R':
      return col < board.cols - 1 ? cell + 1 : null;
  }
}

/** The board after the blank's move; null where there is the edge. */
export function afterMove(board: Board, move: Move): Board | null {
  const from = blankCell(board);
  const to = target(board, from, move);
  if (to === null) return null;
  const tiles = [...board.tiles];
  tiles[from] = tiles[to]!;
  tiles[to] = 0;
  return { ...board, tiles };
}

/** The board after all of these moves; null where one of them leads over the edge. */
export function afterMoves(board: Board, moves: Iterable<Move>): Board | null {
  let now: Board | null = board;
  for (const move of moves) {
    now = afterMove(now, move);
    if (now === null) return null;
  }
  return now;
}

/** The moves of a result (`"ULDR"`) one by one. */
export function movesOf(text: string): Move[] {
  return [...text].filter((letter): letter is Move => 'UDLR'.includes(letter));
}

/** The blank's moves that bring it to `cell`, in the same row or column: a slide of one tile or several; else none. */
export function slideTo(board: Board, cell: number): Move[] {
  const blank = blankCell(board);
  const rows = Math.floor(cell / board.cols) - Math.floor(blank / board.cols);
  const cols = (cell % board.cols) - (blank % board.cols);
  if ((rows === 0) === (cols === 0)) return [];
  const move: Move = rows < 0 ? 'U' : rows > 0 ? 'D' : cols < 0 ? 'L' : 'R';
  return Array<Move>(Math.abs(rows + cols)).fill(move);
}

/** Several single-tile moves in one direction are one slide. */
export function countSlides(moves: readonly Move[]): number {
  return moves.filter((move, i) => move !== moves[i - 1]).length;
}

/** `1 2 3/4 5 6/7 8 0`. */
export function inlineForm(board: Board): string {
  const rows: string[] = [];
  for (let row = 0; row < board.rows; ++row) {
    rows.push(board.tiles.slice(row * board.cols, (row + 1) * board.cols).join(' '));
  }
  return rows.join('/');
}
