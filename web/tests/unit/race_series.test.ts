// Points of a chart stay few, in order and true to the ends, however many come.
import { expect, test } from 'vitest';
import { linearTicks, logTicks } from '../../src/race/plot';
import { Series, type Point } from '../../src/race/series';

const point = (seconds: number, expanded = seconds * 100): Point => ({ seconds, expanded, frontier: 1, bound: 0, memory: 0 });

test.each([1, 2, 10, 63, 64, 65, 1000, 100_000])('%i points: the first and the newest are there, never too many', (count) => {
  const series = new Series(64);
  for (let i = 0; i < count; ++i) {
    series.add(point(i));
    expect(series.points.length).toBeLessThanOrEqual(64);
    expect(series.points.at(-1)!.seconds).toBe(i);
  }
  expect(series.points[0]!.seconds).toBe(0);
  if (count <= 60) expect(series.points.length).toBe(count);
  else expect(series.points.length).toBeGreaterThan(24);
});

test('points stay in order and evenly spread', () => {
  const series = new Series(100);
  for (let i = 0; i < 10_000; ++i) series.add(point(i));
  const gaps = series.points.slice(1).map((each, i) => each.seconds - series.points[i]!.seconds);
  expect(Math.min(...gaps)).toBeGreaterThan(0);
  expect(Math.max(...gaps)).toBeLessThanOrEqual(2 * 10_000 / series.points.length + 1);
});

test('time never runs backwards', () => {
  const series = new Series();
  series.add(point(0));
  series.add(point(2));
  series.add(point(1, 7));
  expect(series.points.map((each) => each.seconds)).toEqual([0, 2, 2]);
  expect(series.points.at(-1)!.expanded).toBe(7);
});

test('ticks are round, within the axis, and about as many as asked for', () => {
  expect(linearTicks(0, 10, 5)).toEqual([0, 2, 4, 6, 8, 10]);
  expect(linearTicks(0, 0.37, 4)).toEqual([0, 0.1, 0.2, 0.3]);
  expect(linearTicks(37, 54, 4)).toEqual([40, 45, 50]);
  expect(linearTicks(3, 3, 4)).toEqual([3]);
  for (let most = 1e-4; most < 1e12; most *= 3.7) {
    const ticks = linearTicks(0, most, 6);
    expect(ticks.length).toBeGreaterThanOrEqual(3);
    expect(ticks.length).toBeLessThanOrEqual(7);
    expect(ticks.at(-1)!).toBeLessThanOrEqual(most * 1.001);
  }
});

test('ticks of a logarithmic axis are powers of ten, and between them where there is room', () => {
  expect(logTicks(1, 70)).toEqual([1, 2, 5, 10, 20, 50]);
  expect(logTicks(1, 5e7)).toEqual([1, 10, 100, 1e3, 1e4, 1e5, 1e6, 1e7]);
  expect(logTicks(1, 1e12).length).toBeLessThanOrEqual(8);
});
