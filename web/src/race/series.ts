// The events of a lane so far as points of a chart: few enough to draw at every frame, however long the race.

export interface Point {
  seconds: number;
  expanded: number;
  frontier: number;
  bound: number;
  memory: number;
}

export const quantities = ['expanded', 'frontier', 'bound', 'memory'] as const;
export type Quantity = (typeof quantities)[number];

/** Keeps the first and the last point and at most `most` in all. When it is full, every second one is dropped and from then
 * on only every second one is taken, so that the points stay evenly spread and adding one costs next to nothing. */
export class Series {
  readonly #most: number;
  #points: Point[] = [];
  #stride = 1;
  #passed = 0;

  constructor(most = 240) {
    this.#most = Math.max(4, most);
  }

  /** The newest point always shows, be it only until the next one. */
  add(point: Point): void {
    const last = this.#points.at(-1);
    // Time never runs backwards, as a chart's horizontal axis must not.
    const now = last && point.seconds < last.seconds ? { ...point, seconds: last.seconds } : point;
    if (this.#points.length > 1 && this.#passed % this.#stride !== 0) this.#points[this.#points.length - 1] = now;
    else this.#points.push(now);
    ++this.#passed;
    if (this.#points.length >= this.#most) this.#thin();
  }

  get points(): readonly Point[] {
    return this.#points;
  }

  #thin(): void {
    const newest = this.#points.length - 1;
    this.#points = this.#points.filter((_, i) => i % 2 === 0 || i === newest);
    this.#stride *= 2;
  }
}
