import { describe, expect, it } from 'vitest';
import { scaleTo } from './scale.ts';

describe('the scale of a chart', () => {
  it.each([
    [0, [0, 1]],
    [3, [0, 1, 2, 3]],
    [8, [0, 2, 4, 6, 8]],
    [1_857, [0, 500, 1_000, 1_500, 2_000]],
  ])('has whole numbers for counts up to %s', (top, lines) => {
    expect(scaleTo(top, 1)).toEqual(lines);
  });

  it.each([
    [0, [0, 100]],
    [115_000, [0, 30_000, 60_000, 90_000, 120_000]],
    [120_000, [0, 30_000, 60_000, 90_000, 120_000]],
    [1, [0, 100]],
  ])('has round amounts up to %s', (top, lines) => {
    expect(scaleTo(top, 100)).toEqual(lines);
  });

  it.each([1, 399, 4_793, 99_999, 1_234_567, 987_654_321])('reaches %s with at most six lines', (top) => {
    const lines = scaleTo(top, 100);
    expect(lines.at(-1)).toBeGreaterThanOrEqual(top);
    expect(lines.length).toBeLessThanOrEqual(6);
  });
});
