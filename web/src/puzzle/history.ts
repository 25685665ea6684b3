// A game's moves, with undo and redo: slide by slide, as they were made. Never changed in place.
import { afterMoves, countSlides, opposite, type Board, type Move } from './board';

export interface History {
  readonly start: Board;
  /** Each entry is what was done at once: one slide. */
  readonly done: readonly (readonly Move[])[];
  readonly undone: readonly (readonly Move[])[];
  /** After all that is done. */
  readonly board: Board;
}

export function newHistory(start: Board): History {
  return { start, done: [], undone: [], board: start };
}

/** The same object where a move leads over the edge. */
export function made(history: History, moves: readonly Move[]): History {
  const board = afterMoves(history.board, moves);
  if (!board || moves.length === 0) return history;
  return { ...history, done: [...history.done, [...moves]], undone: [], board };
}

/** The moves that take the last slide back; none at the start. */
export function undoing(history: History): Move[] {
  return [...(history.done.at(-1) ?? [])].reverse().map((move) => opposite[move]);
}

export function undo(history: History): History {
  const last = history.done.at(-1);
  if (!last) return history;
  return {
    ...history,
    done: history.done.slice(0, -1),
    undone: [...history.undone, last],
    board: afterMoves(history.board, undoing(history))!,
  };
}

export function redo(history: History): History {
  const next = history.undone.at(-1);
  if (!next) return history;
  return {
    ...history,
    done: [...history.done, next],
    undone: history.undone.slice(0, -1),
    board: afterMoves(history.board, next)!,
  };
}

export function allMoves(history: History): Move[] {
  return history.done.flat();
}

/** Both counts: single-tile moves, and slides of any number of tiles. */
export function counts(history: History): { moves: number; slides: number } {
  const moves = allMoves(history);
  return { moves: moves.length, slides: countSlides(moves) };
}
