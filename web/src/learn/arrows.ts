// Lines on a drawn board: from a tile to the place where it belongs.

export interface Point {
  x: number;
  y: number;
}

export function centre(cell: number, cols: number, unit: number): Point {
  return { x: ((cell % cols) + 0.5) * unit, y: (Math.floor(cell / cols) + 0.5) * unit };
}

/** A curve from one cell to another that leaves both a bit short of their centres; the arrow head stands at its end. */
export function curve(from: Point, to: Point, unit: number, bend = 0.22): string {
  const dx = to.x - from.x;
  const dy = to.y - from.y;
  const length = Math.hypot(dx, dy) || 1;
  const middle = { x: (from.x + to.x) / 2 - dy * bend, y: (from.y + to.y) / 2 + dx * bend };
  const start = towards(from, middle, unit * 0.28);
  const end = towards(to, middle, Math.min(unit * 0.26, length * 0.4));
  return `M${round(start.x)} ${round(start.y)}Q${round(middle.x)} ${round(middle.y)} ${round(end.x)} ${round(end.y)}`;
}

/** First along the column, then along the row, as the Manhattan distance counts. `lane` moves it aside from others. */
export function rightAngle(from: Point, to: Point, unit: number, lane: number): string {
  const off = lane * unit * 0.07;
  const x1 = from.x + off;
  const y2 = to.y + off;
  const sx = Math.sign(to.x - from.x);
  const sy = Math.sign(to.y - from.y);
  if (sx === 0) return `M${round(x1)} ${round(from.y + sy * unit * 0.3)}V${round(to.y - sy * unit * 0.14)}`;
  if (sy === 0) return `M${round(from.x + sx * unit * 0.3)} ${round(from.y + off)}H${round(to.x - sx * unit * 0.14)}`;
  return `M${round(x1)} ${round(from.y + sy * unit * 0.3)}V${round(y2)}H${round(to.x - sx * unit * 0.14)}`;
}

function towards(from: Point, to: Point, by: number): Point {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  return { x: from.x + ((to.x - from.x) / length) * by, y: from.y + ((to.y - from.y) / length) * by };
}

const round = (value: number) => Math.round(value * 10) / 10;
