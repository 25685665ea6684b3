// A race: the same board in several searches at once, each in a worker of its own.
import { EngineError, ServerLost, type EngineClient, type Run } from '../engine/client';
import type { BoardFields, EngineEvent, Registry, Solution } from '../engine/types';
import { canonicalLane, jobOf, LaneError, type Lane, type Limits } from './lane';
import { Series, type Point } from './series';
import { memoryOf, placesOf, type Finish, type Places } from './verdict';

export interface Refusal {
  message: string;
  hint: string;
}

function refusalOf(error: unknown): Refusal {
  // The page says it once, for all lanes.
  if (error instanceof ServerLost) return { message: '', hint: '' };
  if (error instanceof EngineError || error instanceof LaneError) return { message: error.message, hint: error.hint };
  return { message: error instanceof Error ? error.message : String(error), hint: '' };
}

/** One lane under way or at its end. */
export class LaneRun {
  readonly lane: Lane;
  readonly series = new Series();
  /** The newest figures, at most once a frame. */
  latest = $state.raw<Point | null>(null);
  /** Done of a heuristic's tables, 0 to 1; null when none is being built. */
  preparing = $state.raw<number | null>(null);
  solution = $state.raw<Solution | null>(null);
  refusal = $state.raw<Refusal | null>(null);
  /** Figures and table building that wait for the next frame. */
  newest: Point | null = null;
  building: number | null = null;
  run: Run | null = null;
  /** Before it began. */
  cancelled = $state(false);

  constructor(lane: Lane) {
    this.lane = lane;
  }

  get over(): boolean {
    return this.solution !== null || this.refusal !== null || this.cancelled;
  }

  hear(event: EngineEvent): void {
    if (event.event === 'building') this.building = event.total > 0 ? event.done / event.total : 0;
    if (event.event !== 'progress') return;
    this.building = null;
    this.#begin(event.lower_bound);
    this.#add({
      seconds: event.seconds,
      expanded: event.expanded,
      // A search that is under way may not know these yet; 0 is not shown.
      frontier: event.peak_open,
      bound: event.lower_bound,
      memory: event.bytes,
    });
  }

  end(solution: Solution): void {
    const { stats } = solution;
    this.building = null;
    this.#begin(Math.min(Math.ceil(solution.initial_h), solution.lower_bound ?? 0));
    this.#add({
      seconds: stats.seconds,
      expanded: stats.expanded,
      frontier: stats.peak_open,
      bound: solution.lower_bound ?? 0,
      memory: memoryOf(solution),
    });
    this.show();
    this.solution = solution;
  }

  refuse(error: unknown): void {
    this.building = null;
    this.show();
    this.refusal = refusalOf(error);
  }

  /** What waited for the frame. */
  show(): void {
    this.latest = this.newest;
    this.preparing = this.building;
  }

  /** Every line begins with the start, whenever the first news comes. */
  #begin(bound: number): void {
    if (this.series.points.length === 0) this.series.add({ seconds: 0, expanded: 0, frontier: 1, bound, memory: 0 });
  }

  #add(point: Point): void {
    this.series.add(point);
    this.newest = point;
  }
}

export type Moment = { kind: 'started' } | { kind: 'ended'; run: LaneRun } | { kind: 'over' };

export class Race {
  lanes = $state.raw<LaneRun[]>([]);
  /** Counts frames with news; a chart that reads it is drawn once for all that came in between. */
  frame = $state(0);
  running = $state(false);
  #inTurn = $state(false);
  readonly #tell: (moment: Moment) => void;
  #requested = 0;

  constructor(tell: (moment: Moment) => void) {
    this.#tell = tell;
  }

  /** Lanes as the user chose them; one that makes no sense is refused, and the others run: at once, or one after the other. */
  start(engine: EngineClient, registry: Registry, lanes: readonly Lane[], board: BoardFields, limits: Limits, inTurn = false): void {
    this.cancel();
    const runs = lanes.map((lane) => {
      try {
        return new LaneRun(canonicalLane(lane, registry));
      } catch (error) {
        const refused = new LaneRun(lane);
        refused.refuse(error);
        return refused;
      }
    });
    this.lanes = runs;
    this.#inTurn = inTurn;
    this.running = true;
    this.#tell({ kind: 'started' });
    const follow = (run: LaneRun) => this.#follow(engine, registry, run, board, limits);
    const all = inTurn
      ? runs.reduce((before, run) => before.then(() => follow(run)), Promise.resolve())
      : Promise.all(runs.map(follow));
    void all.then(() => {
      if (this.lanes !== runs) return;
      this.running = false;
      this.#tell({ kind: 'over' });
    });
  }

  /** One lane, or all of them; one that waits for its turn does not start any more. */
  cancel(run?: LaneRun): void {
    for (const each of run ? [run] : this.lanes) {
      if (each.run) each.run.cancel();
      else if (!each.over) each.cancelled = true;
    }
  }

  /** Ends it for good, and in silence. */
  leave(): void {
    const runs = this.lanes;
    this.lanes = [];
    for (const run of runs) {
      run.cancelled = true;
      run.run?.cancel();
    }
  }

  get finishes(): Finish[] {
    return this.lanes.map(({ lane, solution }) => ({ lane, solution }));
  }

  /** Whether others have to end before this lane begins. */
  waits(run: LaneRun): boolean {
    return this.#inTurn && this.lanes.slice(0, this.lanes.indexOf(run)).some((before) => !before.over);
  }

  places(run: LaneRun): Places | null {
    return placesOf(this.finishes)[this.lanes.indexOf(run)] ?? null;
  }

  async #follow(engine: EngineClient, registry: Registry, run: LaneRun, board: BoardFields, limits: Limits): Promise<void> {
    if (run.over) return;
    try {
      run.run = engine.solve(jobOf(run.lane, registry, board, limits), (event) => {
        run.hear(event);
        this.#askForFrame();
      });
      run.end(await run.run.result);
    } catch (error) {
      run.refuse(error);
    }
    run.run = null;
    if (!this.lanes.includes(run)) return;
    this.#askForFrame();
    this.#tell({ kind: 'ended', run });
  }

  #askForFrame(): void {
    if (this.#requested) return;
    this.#requested = requestAnimationFrame(() => {
      this.#requested = 0;
      for (const run of this.lanes) if (!run.over) run.show();
      ++this.frame;
    });
  }
}
