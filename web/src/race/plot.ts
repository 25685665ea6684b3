// A chart of lines over time on a canvas: as much as a race needs, drawn anew at every frame.
import { corners, marks } from './marks';

export interface Line {
  /** In order of x; both in the units of the axes. */
  points: readonly { x: number; y: number }[];
  colour: string;
  /** Which of `marks` it has. */
  mark: number;
  /** A larger marker at its end: it has arrived. */
  over: boolean;
  /** Holds its value until the next point. */
  stepped: boolean;
}

export interface PlotStyle {
  text: string;
  grid: string;
  /** Around markers, so that they stand out from lines they lie on. */
  surface: string;
  font: string;
}

export interface Plot {
  lines: readonly Line[];
  /** The vertical axis from bottom to top; the horizontal one begins at 0. */
  from: number;
  to: number;
  log: boolean;
  width: number;
  height: number;
  xText: (value: number, most: number) => string;
  yText: (value: number) => string;
}

/** Round numbers from `from` to `to`, about `count` of them: steps of 1, 2 or 5 times a power of ten. */
export function linearTicks(from: number, to: number, count: number): number[] {
  if (!(to > from) || count < 1) return [from];
  const rough = (to - from) / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 5].find((each) => each * power >= rough * 0.999) ?? 10);
  const first = Math.ceil(from / step - 1e-9);
  const last = Math.floor(to / step + 1e-9);
  return Array.from({ length: last - first + 1 }, (_, i) => Number(((first + i) * step).toPrecision(12)));
}

/** Powers of ten within a range that begins at 1 or above; for a short range also 2 and 5 times them. */
export function logTicks(from: number, to: number): number[] {
  const decades = Math.log10(to / from);
  const factors = decades <= 3 ? [1, 2, 5] : [1];
  const skip = Math.max(1, Math.ceil(decades / 8));
  const ticks: number[] = [];
  for (let power = Math.floor(Math.log10(from)); 10 ** power <= to * 1.001; power += skip) {
    for (const factor of factors) {
      const value = factor * 10 ** power;
      if (value >= from * 0.999 && value <= to * 1.001) ticks.push(value);
    }
  }
  return ticks;
}

const margin = { top: 12, right: 16, bottom: 26, labels: 8 };
/** Room that a label needs on each axis. */
const labelHeight = 44;
const labelWidth = 62;
const markersPerLine = 8;

export function drawPlot(context: CanvasRenderingContext2D, plot: Plot, style: PlotStyle): void {
  const { width, height, lines, log, from, to } = plot;
  context.clearRect(0, 0, width, height);
  context.font = style.font;

  // 1. The axes, and how values become places.
  const most = Math.max(1e-6, ...lines.map((line) => line.points.at(-1)?.x ?? 0));
  const yTicks = log ? logTicks(from, to) : linearTicks(from, to, Math.max(2, (height - 40) / labelHeight));
  const left = Math.max(...yTicks.map((tick) => context.measureText(plot.yText(tick)).width), 0) + margin.labels + 2;
  const right = width - margin.right;
  const bottom = height - margin.bottom;
  const scale = log ? Math.log10 : (value: number) => value;
  const xOf = (x: number) => left + ((right - left) * x) / most;
  const yOf = (y: number) =>
    bottom - ((bottom - margin.top) * (scale(Math.max(y, from)) - scale(from))) / (scale(to) - scale(from));

  // 2. Grid and labels.
  context.strokeStyle = style.grid;
  context.fillStyle = style.text;
  context.lineWidth = 1;
  context.textAlign = 'right';
  context.textBaseline = 'middle';
  for (const tick of yTicks) {
    const y = Math.round(yOf(tick)) + 0.5;
    stroke(context, [[left, y], [right, y]]);
    context.fillText(plot.yText(tick), left - margin.labels, y);
  }
  context.textBaseline = 'top';
  context.textAlign = 'center';
  for (const tick of linearTicks(0, most, Math.max(2, (right - left) / labelWidth))) {
    const x = Math.round(xOf(tick)) + 0.5;
    stroke(context, [[x, margin.top], [x, bottom]]);
    context.fillText(plot.xText(tick, most), x, bottom + margin.labels);
  }

  // 3. Lines, then markers above all of them.
  for (const line of lines) {
    const path: [number, number][] = [];
    for (const point of line.points) {
      const before = path.at(-1);
      if (line.stepped && before) path.push([xOf(point.x), before[1]]);
      path.push([xOf(point.x), yOf(point.y)]);
    }
    context.strokeStyle = line.colour;
    context.lineWidth = 2.5;
    context.lineJoin = 'round';
    context.setLineDash(marks[line.mark]!.dash);
    stroke(context, path);
    context.setLineDash([]);
  }
  for (const line of lines) {
    const end = line.points.length - 1;
    const every = Math.max(1, Math.ceil(line.points.length / markersPerLine));
    line.points.forEach((point, i) => {
      if (i !== end && (i === 0 || i % every !== 0)) return;
      marker(context, line, xOf(point.x), yOf(point.y), i === end && line.over ? 6.5 : 4, style.surface);
    });
  }
}

function stroke(context: CanvasRenderingContext2D, path: readonly [number, number][]): void {
  context.beginPath();
  path.forEach(([x, y], i) => (i === 0 ? context.moveTo(x, y) : context.lineTo(x, y)));
  context.stroke();
}

function marker(context: CanvasRenderingContext2D, line: Line, x: number, y: number, radius: number, surface: string): void {
  const shape = marks[line.mark]!.marker;
  context.beginPath();
  if (shape === 'circle') context.arc(x, y, radius, 0, 2 * Math.PI);
  else corners[shape].forEach(([dx, dy], i) => context[i === 0 ? 'moveTo' : 'lineTo'](x + radius * dx, y + radius * dy));
  context.closePath();
  context.fillStyle = line.colour;
  context.fill();
  context.lineWidth = 1.5;
  context.strokeStyle = surface;
  context.stroke();
}
