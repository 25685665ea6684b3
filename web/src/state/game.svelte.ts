// The game of the Play view: kept while other views are looked at, from visit to visit, and for a while after the next one begins.
import { sameBoard, sizeOf, type Board, type Move } from '../puzzle/board';
import type { Range } from '../puzzle/distances';
import { goalBoard, type Goal } from '../puzzle/goals';
import { allMoves, counts, made, newHistory, redo, undo, undoing, type History } from '../puzzle/history';
import { foundGame, isGameOf, keptGame, type KeptGame } from './kept_game';
import { keep, recall } from './storage';
import type { Difficulty } from './taste.svelte';

/** Games that can be gone back to. */
const mostOlder = 12;
/** Slides of a new game until nobody wants the one before. */
const slidesOfNoReturn = 5;

/** The newest first. */
function olderGames(): KeptGame[] {
  const games = recall<unknown>('games', []);
  return Array.isArray(games) ? games.filter((one) => foundGame(one as KeptGame) !== null) : [];
}

class Game {
  history = $state.raw<History>(newHistory(goalBoard('blank-last', [4, 4])));
  goal = $state.raw<Goal>('blank-last');
  hints = $state.raw(0);
  /** Moves that were made and taken back, and not made again by redo. */
  takenBack = $state.raw(0);
  /** How hard the page made the board; null where it was given, or played before. */
  shuffled = $state.raw<Difficulty | null>(null);
  finished = $state.raw(false);
  /** False until a board was put here, in this visit or in one before. */
  begun = $state.raw(false);
  /** The game that had to make room in the middle, as long as people may want it back. */
  setAside = $state.raw<KeptGame | null>(null);
  /** Seconds on the clock when it was last stopped. */
  #before = 0;
  #since: number | null = null;
  /** What was found out about positions on the way. */
  readonly known = new Map<string, Range>();

  board = $derived(this.history.board);
  goalBoard = $derived(goalBoard(this.goal, sizeOf(this.history.start)));
  counts = $derived(counts(this.history));
  moves = $derived(allMoves(this.history));
  /** All moves that were made, also those taken back. */
  made = $derived(this.counts.moves + this.takenBack);

  constructor() {
    const kept = recall<KeptGame | null>('game', null);
    // One that ended waits for its link only: who comes anew plays anew.
    if (kept && this.#resume(kept) && this.finished) this.begun = false;
  }

  begin(start: Board, goal: Goal, shuffled: Difficulty | null): void {
    this.#putAside();
    this.#take(newHistory(start), goal);
    this.shuffled = shuffled;
    this.#keep();
  }

  /** Goes back to the game of this board and goal, this one or an older one; false where there is none. */
  takeUp(start: Board, goal: Goal): boolean {
    const wanted = (kept: KeptGame) => isGameOf(kept, start, goal);
    if (this.begun && wanted(this.#kept())) return true;
    const last = recall<KeptGame | null>('game', null);
    const kept = [...(last ? [last] : []), ...olderGames()].find((one) => foundGame(one) && wanted(one));
    if (!kept) return false;
    this.#putAside();
    this.#resume(kept);
    this.#keep();
    return true;
  }

  /** The game that was set aside again; this one is given up. */
  bringBack(): void {
    const kept = this.setAside;
    this.setAside = null;
    if (kept && this.#resume(kept)) this.#keep();
  }

  /** True where the moves were possible. */
  make(moves: readonly Move[]): boolean {
    if (this.finished) return false;
    const next = made(this.history, moves);
    if (next === this.history) return false;
    this.history = next;
    this.#since ??= performance.now();
    if (next.done.length >= slidesOfNoReturn) this.setAside = null;
    if (sameBoard(next.board, this.goalBoard)) {
      this.pause();
      this.finished = true;
    }
    this.#keep();
    return true;
  }

  /** The moves that were made by taking back; none where nothing is to be. */
  undo(): Move[] {
    if (this.finished) return [];
    const back = undoing(this.history);
    this.history = undo(this.history);
    this.takenBack += back.length;
    this.#keep();
    return back;
  }

  redo(): Move[] {
    if (this.finished) return [];
    const forth = [...(this.history.undone.at(-1) ?? [])];
    this.history = redo(this.history);
    this.takenBack -= forth.length;
    this.#keep();
    return forth;
  }

  hint(): void {
    ++this.hints;
    this.#keep();
  }

  get seconds(): number {
    return this.#before + (this.#since === null ? 0 : (performance.now() - this.#since) / 1000);
  }

  /** The clock stops until the next move. */
  pause(): void {
    this.#before = this.seconds;
    this.#since = null;
    if (this.begun) this.#keep();
  }

  #kept(): KeptGame {
    const { takenBack, seconds, hints, shuffled } = this;
    return keptGame(this.history, this.goal, { takenBack, seconds, hints, shuffled });
  }

  /** The game of another board that lies there, of this page or of one in another tab, joins the older ones. */
  #keep(): void {
    const { start } = this.history;
    const before = recall<KeptGame | null>('game', null);
    if (before && !isGameOf(before, start, this.goal)) {
      const others = olderGames().filter((one) => !(one.board === before.board && one.goal === before.goal));
      keep('games', [before, ...others].slice(0, mostOlder));
    }
    keep('game', this.#kept());
  }

  #putAside(): void {
    this.setAside = this.begun && this.history.done.length > 0 && !this.finished ? this.#kept() : null;
    // As its clock is now.
    if (this.begun) this.#keep();
  }

  #resume(kept: KeptGame): boolean {
    const found = foundGame(kept);
    if (!found) return false;
    this.#take(found.history, found.goal);
    this.hints = kept.hints;
    this.takenBack = kept.takenBack;
    this.shuffled = kept.shuffled;
    this.#before = kept.seconds;
    this.finished = found.history.done.length > 0 && sameBoard(this.board, this.goalBoard);
    return true;
  }

  #take(history: History, goal: Goal): void {
    this.history = history;
    this.goal = goal;
    this.hints = 0;
    this.takenBack = 0;
    this.shuffled = null;
    this.finished = false;
    this.begun = true;
    this.#before = 0;
    this.#since = null;
    this.known.clear();
  }
}

export const game = new Game();
