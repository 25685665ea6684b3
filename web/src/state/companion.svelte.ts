// The search beside a player's board: a first answer at once, then better ones, kept as the board changes.
import type { GapPoint } from '../components/gap_chart';
import { EngineError, type EngineClient, type Run } from '../engine/client';
import type { BuildingEvent, EngineEvent, Job, ProgressEvent, Solution } from '../engine/types';
import { movesOf, type Board, type Move } from '../puzzle/board';
import type { Goal } from '../puzzle/goals';
import { Guide } from '../puzzle/guide';
import { boardFields } from './current.svelte';

/** The settings of the search, besides the board. */
export type Request = Pick<Job, 'algorithm' | 'heuristic' | 'cost' | 'options' | 'limits'>;

/** The settings of the search after the board left the way. */
const repair: Request = { limits: { seconds: 10 } };

/** Quiet after the player's last move before a search from the new place begins. */
const quietMilliseconds = 300;
/** The algorithm that answers at once on any board. */
const quickest = 'human';
/** Boards of so many cells are solved in a moment. */
const cellsSolvedAtOnce = 16;

export class Companion {
  readonly #engine: EngineClient;
  readonly #guide = new Guide();
  #run: Run | null = null;
  #request: Request = {};
  #goal: Goal = 'blank-last';
  #board: Board | null = null;
  /** Where the search under way began. */
  #searched: Board | null = null;
  #atOrigin = false;
  #generation = 0;
  #wait: ReturnType<typeof setTimeout> | undefined;

  /** The way from the board as it is now; null while none is known. */
  way = $state.raw<readonly Move[] | null>(null);
  /** Of the number of moves from the board as it is now. */
  lowerBound = $state.raw(0);
  /** Whether the way is proven to be a shortest one. */
  shortest = $state.raw(false);
  /** The search from the start, which was asked for. */
  running = $state.raw(false);
  /** A search from where the board left the way. */
  repairing = $state.raw(false);
  progress = $state.raw<ProgressEvent | null>(null);
  building = $state.raw<BuildingEvent | null>(null);
  /** What is known of the board it began with, whatever was moved since. */
  origin = $state.raw<{ lowerBound: number; moves: readonly Move[] | null }>({ lowerBound: 0, moves: null });
  /** What the search that was asked for found out by itself, without the answer at once. */
  asked = $state.raw<{ lowerBound: number; moves: readonly Move[] | null }>({ lowerBound: 0, moves: null });
  /** The last news of tables that it built. */
  built = $state.raw<BuildingEvent | null>(null);
  /** How the last search that was asked for ended. */
  result = $state.raw<Solution | null>(null);
  error = $state.raw<EngineError | null>(null);
  curve = $state.raw<readonly GapPoint[]>([]);

  constructor(engine: EngineClient) {
    this.#engine = engine;
  }

  /** Another board: everything known is forgotten, and a search begins. */
  begin(board: Board, goal: Goal, request: Request): void {
    this.forget();
    this.#board = board;
    this.#goal = goal;
    this.#request = request;
    void this.#search(board);
  }

  /** Stops, and knows nothing. */
  forget(): void {
    ++this.#generation;
    this.cancel();
    this.#run = null;
    this.running = false;
    this.repairing = false;
    this.building = null;
    this.#guide.clear();
    this.#board = null;
    this.result = null;
    this.error = null;
    this.progress = null;
    this.curve = [];
    this.origin = { lowerBound: 0, moves: null };
    this.asked = { lowerBound: 0, moves: null };
    this.built = null;
    this.#publish();
  }

  /** The board changed by these moves. Where that leaves the proven way, a search from there begins. */
  follow(board: Board, moves: readonly Move[]): void {
    if (!this.#board) return;
    this.#board = board;
    for (const move of moves) this.#guide.step(move);
    this.#publish();
    this.#searchSoon();
  }

  /** Where the board left the way: at once on boards that are solved in a moment, else after some quiet. A search under way is left
   * to end, as its answer is near; the one from the start always is, because its length is what others are measured by. */
  #searchSoon(): void {
    clearTimeout(this.#wait);
    const board = this.#board;
    if (!board || board === this.#searched || this.shortest || this.#guide.following) return;
    if (this.running) return;
    const search = () => {
      if (this.#board === board) void this.#search(board, true);
    };
    if (board.tiles.length <= cellsSolvedAtOnce && !this.repairing) search();
    else this.#wait = setTimeout(search, quietMilliseconds);
  }

  /** Stops the search; what it found is kept. */
  cancel(): void {
    clearTimeout(this.#wait);
    this.#run?.cancel();
  }

  async #search(board: Board, again = false): Promise<void> {
    const generation = ++this.#generation;
    const before = this.#run;
    this.#run = null;
    before?.cancel();
    this.#searched = board;
    this.#atOrigin = !again;
    const unit = again || (this.#request.cost ?? 'unit') === 'unit';
    const ticket = this.#guide.begin();
    const fields = boardFields(board, this.#goal);
    const stale = () => generation !== this.#generation;
    const hear = (event: EngineEvent) => {
      if (stale()) return;
      if (event.event === 'building') {
        this.building = event;
        if (!again) this.built = event;
        return;
      }
      this.building = null;
      if (event.event === 'progress') this.progress = again ? this.progress : event;
      else this.#learnAsked(ticket, unit ? event.lower_bound : 0, event.moves);
      if (event.event === 'progress' && unit) this.#learnAsked(ticket, event.lower_bound, null);
      this.#mark(event.seconds);
    };
    const request = again ? repair : this.#request;
    this.running = !again;
    this.repairing = again;
    this.building = null;
    if (!again) {
      this.error = null;
      this.progress = null;
    }
    try {
      if (unit && this.#guide.way === null && request.algorithm !== quickest) {
        // An answer at once, however long the search will take.
        const quick = this.#engine.solve({ ...fields, algorithm: quickest });
        this.#run = quick;
        const first = await quick.result;
        if (stale()) return;
        if (first.moves !== null) this.#learn(ticket, first.lower_bound ?? 0, first.moves);
        if (first.status === 'unsolvable' || first.status === 'interrupted') {
          // In the name of the search that was asked for, which found nothing.
          const { algorithm = 'auto', heuristic = null } = request;
          this.#end({ ...first, algorithm, heuristic, length: null, slides: null, moves: null });
          return;
        }
      }
      const run = this.#engine.solve({ ...fields, ...request }, hear);
      this.#run = run;
      const solution = await run.result;
      if (stale()) return;
      this.#learnAsked(ticket, unit ? (solution.lower_bound ?? 0) : 0, solution.moves);
      this.#mark(solution.stats.seconds);
      this.#end(solution);
    } catch (failure) {
      if (stale()) return;
      const given = failure instanceof EngineError;
      if (!again) this.error = given ? failure : new EngineError({ code: 'internal', message: String(failure), hint: '' });
      this.#end(null);
    }
  }

  #end(solution: Solution | null): void {
    if (solution && this.#atOrigin) this.result = solution;
    this.running = false;
    this.repairing = false;
    this.building = null;
    this.#run = null;
    if (solution?.status !== 'interrupted') this.#searchSoon();
  }

  #learn(ticket: number, lowerBound: number, moves: string | null): void {
    const path = moves === null ? null : movesOf(moves);
    this.#guide.learn(ticket, lowerBound, path);
    if (this.#atOrigin) {
      const { lowerBound: bound, moves: best } = this.origin;
      this.origin = {
        lowerBound: Math.max(bound, lowerBound),
        moves: path && (!best || path.length < best.length) ? path : best,
      };
    }
    this.#publish();
  }

  /** Found by the search itself; its first way takes the place of the answer at once. */
  #learnAsked(ticket: number, lowerBound: number, moves: string | null): void {
    this.#learn(ticket, lowerBound, moves);
    if (!this.#atOrigin) return;
    const path = moves === null ? null : movesOf(moves);
    const { lowerBound: bound, moves: best } = this.asked;
    const better = path !== null && (best === null || path.length < best.length);
    this.asked = { lowerBound: Math.max(bound, lowerBound), moves: better ? path : best };
    if (better && best === null) this.#guide.replace(ticket, path);
    this.#publish();
  }

  #publish(): void {
    this.way = this.#guide.way;
    this.lowerBound = this.#guide.lowerBound;
    this.shortest = this.#guide.shortest;
  }

  #mark(seconds: number): void {
    if (!this.#atOrigin) return;
    const { lowerBound: bound, moves } = this.asked;
    const best = moves?.length ?? null;
    const last = this.curve.at(-1);
    if (last && last.bound === bound && last.best === best) return;
    this.curve = [...this.curve, { seconds, bound, best }];
  }
}
