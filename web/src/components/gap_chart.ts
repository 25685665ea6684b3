// The best solution and the proven bound over time, as lines with steps.
import { strings } from '../strings';

export interface GapPoint {
  seconds: number;
  best: number | null;
  bound: number;
}

export interface GapChart {
  best: string;
  bound: string;
  /** Between the two, from the first solution on. */
  gap: string;
  least: number;
  most: number;
  longest: number;
}

/** Lines in a box of `width` × `height`; the last values go on to `until`. Nothing before the first solution. */
export function drawGap(points: readonly GapPoint[], until: number, width: number, height: number): GapChart | null {
  const solved = points.filter((point) => point.best !== null);
  const first = solved[0];
  const last = points.at(-1);
  if (!first || !last) return null;
  const end = Math.max(until, last.seconds);
  const longest = Math.max(end, 0.001);
  const most = first.best!;
  const least = Math.min(...points.map((point) => point.bound));
  const span = Math.max(1, most - least);
  const x = (seconds: number) => round((seconds / longest) * width);
  const y = (value: number) => round((1 - (value - least) / span) * (height - 8) + 4);
  const line = (along: readonly GapPoint[], of: (point: GapPoint) => number) =>
    along.map((point, i) => `${i === 0 ? `M${x(point.seconds)} ` : `H${x(point.seconds)}V`}${y(of(point))}`).join('') + `H${x(end)}`;
  const corners = (of: (point: GapPoint) => number) => {
    const list: string[] = [];
    solved.forEach((point, i) => {
      if (i > 0) list.push(`${x(point.seconds)} ${y(of(solved[i - 1]!))}`);
      list.push(`${x(point.seconds)} ${y(of(point))}`);
    });
    list.push(`${x(end)} ${y(of(solved.at(-1)!))}`);
    return list;
  };
  return {
    best: line(solved, (point) => point.best!),
    bound: line(points, (point) => point.bound),
    gap: `M${[...corners((point) => point.best!), ...corners((point) => point.bound).reverse()].join('L')}Z`,
    least,
    most,
    longest,
  };
}

/** How far the best is from proven shortest, of the bound. */
export function gapOf(best: number, bound: number): number {
  return bound > 0 ? (best - bound) / bound : 0;
}

/** That in words; proven shortest where nothing is left. */
export function gapText(point: GapPoint | null): string {
  if (point === null || point.best === null) return '–';
  return point.best === point.bound ? strings.app.gap.closed : `${(100 * gapOf(point.best, point.bound)).toFixed(1)} %`;
}

const round = (value: number) => Math.round(value * 10) / 10;
