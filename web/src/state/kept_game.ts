// A game as it is kept from visit to visit: plain text, which is checked when it is read again.
import { afterMoves, movesOf, type Board, type Move } from '../puzzle/board';
import type { Goal } from '../puzzle/goals';
import { made, newHistory, type History } from '../puzzle/history';
import { fromLink, linkFields } from './current.svelte';
import { difficulties, type Difficulty } from './taste.svelte';

export interface KeptGame {
  board: string;
  goal: string;
  /** Slide by slide, the blank's moves of each: `UU`. */
  done: string[];
  undone: string[];
  /** Moves that were made and taken back for good. */
  takenBack: number;
  seconds: number;
  hints: number;
  /** How hard the page made the board; null where it was given, or played before. */
  shuffled: Difficulty | null;
}

export interface FoundGame {
  history: History;
  goal: Goal;
}

export function keptGame(history: History, goal: Goal, rest: Pick<KeptGame, 'takenBack' | 'seconds' | 'hints' | 'shuffled'>): KeptGame {
  const text = (slides: readonly (readonly Move[])[]) => slides.map((slide) => slide.join(''));
  return { ...linkFields(history.start, goal), done: text(history.done), undone: text(history.undone), ...rest };
}

/** The history and the goal of a kept game; null where that is none, whatever else lies in the store. */
export function foundGame(kept: KeptGame | null): FoundGame | null {
  try {
    const found = kept && fromLink({ board: kept.board, goal: kept.goal });
    if (!kept || !found) return null;
    const slides = (texts: string[]) => texts.map((text) => movesOf(text)).filter((slide) => slide.length > 0);
    let history = newHistory(found.board);
    for (const slide of slides(kept.done)) {
      const next = made(history, slide);
      if (next === history) return null;
      history = next;
    }
    const undone = slides(kept.undone);
    const numbers = [kept.takenBack, kept.seconds, kept.hints];
    const known = kept.shuffled === null || difficulties.includes(kept.shuffled);
    if (!known || !numbers.every((value) => Number.isFinite(value) && value >= 0)) return null;
    // The last one undone is the first to be done again.
    if (!afterMoves(history.board, undone.toReversed().flat())) return null;
    return { history: { ...history, undone }, goal: found.goal };
  } catch {
    return null;
  }
}

/** Whether the game is one of this board to this goal. */
export function isGameOf(kept: KeptGame, board: Board, goal: Goal): boolean {
  const fields = linkFields(board, goal);
  return kept.board === fields.board && kept.goal === fields.goal;
}
