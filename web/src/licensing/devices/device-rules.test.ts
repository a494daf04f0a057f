import { describe, expect, it } from 'vitest';
import { holdsSeat, refusesRelease, summarizeUsage, ticksFor } from './device-rules.ts';

it('counts active, blocked and pending devices as using a seat', () => {
  expect(([0, 1, 2, 3, 4, 5] as const).filter(holdsSeat)).toEqual([0, 2, 3]);
});

describe('a release', () => {
  const none = { allowed: 3, left: 0, nextAt: '2026-12-03T10:00:00.000Z' };
  it('is refused only if it counts and none is left', () => {
    expect(refusesRelease({ releaseCounts: true }, none)).toBe('limit');
    expect(refusesRelease({ releaseCounts: false }, none)).toBeNull();
    expect(refusesRelease({ releaseCounts: true }, { ...none, left: 1 })).toBeNull();
    expect(refusesRelease({ releaseCounts: true }, undefined)).toBeNull();
  });
});

describe('the usage', () => {
  it('is summarized by its average and the latest day with the maximum', () => {
    const days = [3, 7, 7, 4].map((count, index) => ({ date: `2026-11-0${index + 1}`, count }));
    expect(summarizeUsage(days)).toEqual({ average: 5.3, most: 7, mostDate: '2026-11-03' });
    expect(summarizeUsage([{ date: '2026-11-01', count: 0 }])).toEqual({ average: 0, most: 0, mostDate: null });
    expect(summarizeUsage([])).toEqual({ average: 0, most: 0, mostDate: null });
  });

  it.each([
    [0, [0, 1]],
    [2, [0, 1, 2]],
    [8, [0, 3, 6, 9]],
    [24, [0, 10, 20, 30]],
    [1000, [0, 500, 1000]],
  ])('has equally spaced chart steps for %i devices', (most, ticks) => {
    expect(ticksFor(most)).toEqual(ticks);
  });
});
