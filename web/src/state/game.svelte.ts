// The game of the Play view, kept while other views are looked at.
import { sameBoard, sizeOf, type Board, type Move } from '../puzzle/board';
import type { Range } from '../puzzle/distances';
import { goalBoard, type Goal } from '../puzzle/goals';
import { allMoves, counts, made, newHistory, redo, undo, undoing, type History } from '../puzzle/history';
import { keep, recall } from './storage';

/** Of all games on boards of one size. */
export interface Record {
  games: number;
  bestMoves: number;
  bestSeconds: number;
  totalMoves: number;
  /** Moves over the shortest way, and the games in which it was known. */
  totalExcess: number;
  measured: number;
}

class Game {
  history = $state.raw<History>(newHistory(goalBoard('blank-last', [4, 4])));
  goal = $state.raw<Goal>('blank-last');
  hints = $state.raw(0);
  finished = $state.raw(false);
  /** Seconds on the clock when it was last stopped. */
  #before = 0;
  #since: number | null = null;
  /** What was found out about positions on the way. */
  readonly known = new Map<string, Range>();

  board = $derived(this.history.board);
  goalBoard = $derived(goalBoard(this.goal, sizeOf(this.history.start)));
  counts = $derived(counts(this.history));
  moves = $derived(allMoves(this.history));

  begin(start: Board, goal: Goal): void {
    this.history = newHistory(start);
    this.goal = goal;
    this.hints = 0;
    this.finished = false;
    this.#before = 0;
    this.#since = null;
    this.known.clear();
  }

  /** True where the moves were possible. */
  make(moves: readonly Move[]): boolean {
    if (this.finished) return false;
    const next = made(this.history, moves);
    if (next === this.history) return false;
    this.history = next;
    this.#go();
    if (sameBoard(next.board, this.goalBoard)) {
      this.pause();
      this.finished = true;
    }
    return true;
  }

  /** The moves that were made by taking back; none where nothing is to be. */
  undo(): Move[] {
    if (this.finished) return [];
    const back = undoing(this.history);
    this.history = undo(this.history);
    return back;
  }

  redo(): Move[] {
    if (this.finished) return [];
    const forth = [...(this.history.undone.at(-1) ?? [])];
    this.history = redo(this.history);
    return forth;
  }

  get seconds(): number {
    return this.#before + (this.#since === null ? 0 : (performance.now() - this.#since) / 1000);
  }

  get ticking(): boolean {
    return this.#since !== null;
  }

  #go(): void {
    this.#since ??= performance.now();
  }

  /** The clock stops until the next move. */
  pause(): void {
    this.#before = this.seconds;
    this.#since = null;
  }
}

export const game = new Game();

const recordKey = (board: Board) => `record.${board.rows}x${board.cols}`;

export function recordOf(board: Board): Record | null {
  return recall<Record | null>(recordKey(board), null);
}

/** Counts a game that ended; `best` is the length of the shortest way where it is proven. */
export function addToRecord(board: Board, moves: number, seconds: number, best: number | null): Record {
  const before = recordOf(board);
  const now: Record = {
    games: (before?.games ?? 0) + 1,
    bestMoves: Math.min(before?.bestMoves ?? Infinity, moves),
    bestSeconds: Math.min(before?.bestSeconds ?? Infinity, seconds),
    totalMoves: (before?.totalMoves ?? 0) + moves,
    totalExcess: (before?.totalExcess ?? 0) + (best === null ? 0 : moves - best),
    measured: (before?.measured ?? 0) + (best === null ? 0 : 1),
  };
  keep(recordKey(board), now);
  return now;
}
