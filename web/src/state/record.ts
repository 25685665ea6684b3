// What is remembered of games that ended: by size, goal and difficulty, and only of those that say something.
import { inlineForm, type Board } from '../puzzle/board';
import type { Goal } from '../puzzle/goals';
import { keep, recall } from './storage';
import type { Difficulty } from './taste.svelte';

/** Games that can be compared with each other. */
export interface Class {
  board: Board;
  goal: Goal;
  difficulty: Difficulty;
}

export interface Record {
  games: number;
  bestMoves: number;
  bestSeconds: number;
  totalMoves: number;
  /** Moves over the shortest way, and the games in which it was known. */
  totalExcess: number;
  measured: number;
}

const recordKey = ({ board, goal, difficulty }: Class) =>
  `record.${board.rows}x${board.cols}.${typeof goal === 'string' ? goal : inlineForm(goal)}.${difficulty}`;

export function recordOf(games: Class): Record | null {
  return recall<Record | null>(recordKey(games), null);
}

/** Counts a game that ended; `moves` are all that were made, those taken back as well; `best` is the shortest way where it is proven. */
export function addToRecord(games: Class, moves: number, seconds: number, best: number | null): Record {
  const before = recordOf(games);
  const now: Record = {
    games: (before?.games ?? 0) + 1,
    bestMoves: Math.min(before?.bestMoves ?? Infinity, moves),
    bestSeconds: Math.min(before?.bestSeconds ?? Infinity, seconds),
    totalMoves: (before?.totalMoves ?? 0) + moves,
    totalExcess: (before?.totalExcess ?? 0) + (best === null ? 0 : moves - best),
    measured: (before?.measured ?? 0) + (best === null ? 0 : 1),
  };
  keep(recordKey(games), now);
  return now;
}
