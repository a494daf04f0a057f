import { expect, test } from 'vitest';
import { createPace } from './pace.ts';

const medianOf = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;

test('returns what a registration usually takes before the first one, and nothing where Stripe is not asked', () => {
  const pace = createPace();
  expect(pace.draw('nothing')).toBe(0);
  for (let drawn = 0; drawn < 100; drawn += 1) {
    expect(pace.draw('paid')).toBeGreaterThanOrEqual(900);
    expect(pace.draw('paid')).toBeLessThanOrEqual(1_500);
    expect(pace.draw('free')).toBeLessThan(900);
  }
});

test('returns times as the latest of the same kind had them, with their median', () => {
  const pace = createPace();
  for (const milliseconds of [90_000, ...Array.from({ length: 10 }, (_, index) => 2_000 + index * 200)])
    pace.note('paid', milliseconds);
  pace.note('free', 300);
  const drawn = Array.from({ length: 2_000 }, () => pace.draw('paid'));
  // The first of eleven is forgotten.
  expect(Math.max(...drawn)).toBe(3_800);
  expect(Math.min(...drawn)).toBe(2_000);
  expect(Math.abs(medianOf(drawn) - 2_900)).toBeLessThanOrEqual(300);
  expect(pace.draw('free')).toBe(300);
});

test('returns ten seconds at most', () => {
  const pace = createPace();
  pace.note('paid', 600_000);
  expect(pace.draw('paid')).toBe(10_000);
});
