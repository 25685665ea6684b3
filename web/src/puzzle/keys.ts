// The meaning of the arrow keys on a board: the tile beside the blank slides in that direction.
import { afterMove, opposite, type Board, type Move } from './board';

/** The way a tile goes at this key, or null for any other key. */
export function directionOf(key: string): Move | null {
  switch (key) {
    case 'ArrowUp':
    case 'k':
      return 'U';
    case 'ArrowDown':
    case 'j':
      return 'D';
    case 'ArrowLeft':
    case 'h':
      return 'L';
    case 'ArrowRight':
    case 'l':
      return 'R';
    default:
      return null;
  }
}

/** The blank's moves by which tiles go in this direction: one tile, or all up to the edge; none where there is no tile. */
export function slideTowards(board: Board, direction: Move, all = false): Move[] {
  const move = opposite[direction];
  const moves: Move[] = [];
  for (let now = afterMove(board, move); now; now = all ? afterMove(now, move) : null) moves.push(move);
  return moves;
}

/** Whether keys typed here are the game's, and not those of a field, a menu or an open dialog. */
export function isForBoard(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return false;
  const at = event.target;
  if (!(at instanceof Element)) return true;
  return !at.closest('input:not([type=checkbox]), select, textarea, dialog, summary, [contenteditable], [data-own-keys]');
}
