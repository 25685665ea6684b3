// The properties that every chapter gets.
import type { EngineClient } from '../engine/client';
import type { Board } from '../puzzle/board';
import type { Goal } from '../puzzle/goals';

export interface ChapterProps {
  engine: EngineClient;
  board: Board;
  goal: Goal;
  /** The reader changed the board. */
  onboard: (board: Board) => void;
}
