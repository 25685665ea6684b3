// Points of a chart stay few, in order and true to the ends, however many come.
import { expect, test } from 'vitest';
import { aligned, Series, type Point } from '../../src/race/series';

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

test('lanes share one axis of times', () => {
  const lanes = [[point(0), point(2)], [point(0), point(1), point(3)]];
  expect(aligned(lanes, 'expanded', false)).toEqual([
    [0, 1, 2, 3],
    [0, null, 200, null],
    [0, 100, null, 300],
  ]);
  expect(aligned(lanes, 'expanded', true)[1]![0]).toBe(1);
});
