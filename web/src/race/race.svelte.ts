// A race: the same board in several searches at once, each in a worker of its own.
import { EngineError, type EngineClient, type Run } from '../engine/client';
import type { BoardFields, EngineEvent, Registry, Solution } from '../engine/types';
import { canonicalLane, jobOf, LaneError, type Lane, type Limits } from './lane';
import { Series, type Point } from './series';
import { finishOrder, memoryOf, type Finish } from './verdict';

export interface Refusal {
  message: string;
  hint: string;
}

function refusalOf(error: unknown): Refusal {
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

  constructor(lane: Lane) {
    this.lane = lane;
  }

  get over(): boolean {
    return this.solution !== null || this.refusal !== null;
  }

  hear(event: EngineEvent): void {
    if (event.event === 'building') this.building = event.total > 0 ? event.done / event.total : 0;
    if (event.event !== 'progress') return;
    this.building = null;
    this.#begin(event.lower_bound);
    this.#add({
      seconds: event.seconds,
      expanded: event.expanded,
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
  readonly #tell: (moment: Moment) => void;
  #requested = 0;

  constructor(tell: (moment: Moment) => void) {
    this.#tell = tell;
  }

  /** Lanes as the user chose them; one that makes no sense is refused, and the others run. */
  start(engine: EngineClient, registry: Registry, lanes: readonly Lane[], board: BoardFields, limits: Limits): void {
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
    this.running = true;
    this.#tell({ kind: 'started' });
    void Promise.all(runs.map((run) => this.#follow(engine, run, board, limits))).then(() => {
      if (this.lanes !== runs) return;
      this.running = false;
      this.#tell({ kind: 'over' });
    });
  }

  /** One lane, or all of them. */
  cancel(run?: LaneRun): void {
    if (run) run.run?.cancel();
    else for (const each of this.lanes) each.run?.cancel();
  }

  /** Ends it for good, and in silence. */
  leave(): void {
    const runs = this.lanes;
    this.lanes = [];
    for (const run of runs) run.run?.cancel();
  }

  get finishes(): Finish[] {
    return this.lanes.map(({ lane, solution }) => ({ lane, solution }));
  }

  /** The place of a lane among those that have solved it, from 1, by the engine's own time; null for all others. */
  place(run: LaneRun): number | null {
    const place = finishOrder(this.finishes).indexOf(this.lanes.indexOf(run));
    return place < 0 ? null : place + 1;
  }

  async #follow(engine: EngineClient, run: LaneRun, board: BoardFields, limits: Limits): Promise<void> {
    if (run.over) return;
    try {
      run.run = engine.solve(jobOf(run.lane, board, limits), (event) => {
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
