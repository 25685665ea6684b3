// How hard random boards are to be, remembered from visit to visit.
import { keep, recall } from './storage';

export const difficulties = ['easy', 'medium', 'hard', 'expert'] as const;
export type Difficulty = (typeof difficulties)[number];

class Taste {
  difficulty = $state.raw<Difficulty>(
    difficulties.find((name) => name === recall<string>('difficulty', 'medium')) ?? 'medium',
  );

  choose(difficulty: Difficulty): void {
    this.difficulty = difficulty;
    keep('difficulty', difficulty);
  }
}

export const taste = new Taste();

/** A seed that `tessera generate --seed` takes as well. */
export function randomSeed(): number {
  return crypto.getRandomValues(new Uint32Array(1))[0]!;
}
