// Moves in words: which tiles go which way.
import { afterMove, blankCell, opposite, type Board, type Move } from '../puzzle/board';

/** The tile that each of these moves of the blank moves, in their order. */
export function tilesMoved(board: Board, moves: readonly Move[]): number[] {
  const tiles: number[] = [];
  let now: Board | null = board;
  for (const move of moves) {
    const next: Board | null = now && afterMove(now, move);
    if (!next) break;
    tiles.push(next.tiles[blankCell(now!)]!);
    now = next;
  }
  return tiles;
}

/** The moves at the beginning of a way that go in one direction: one slide. */
export function firstSlide(way: readonly Move[]): Move[] {
  const end = way.findIndex((move) => move !== way[0]);
  return way.slice(0, end < 0 ? way.length : end);
}

/** Where tiles go when the blank goes this way. */
export const tileWay = (move: Move): Move => opposite[move];
