import { describe, expect, it } from 'vitest';
import { availableViews, compareVersions, countDays, dayStep, rangeIn, toSearch, usualRange } from './metrics-rules.ts';

const now = new Date('2026-11-22T11:02:30Z');
const usual = { start: new Date('2026-10-22T00:00'), end: new Date('2026-11-22T23:59') };
const day = {
  day: '2026-11-22',
  checks: 0,
  refusals: 0,
  devices: 0,
  activations: 0,
  deactivations: 0,
  peakSessions: 0,
  wasFull: false,
};

describe('the range of a product dashboard', () => {
  it('is the last month until the end of today if the address has no range', () => {
    expect(usualRange(now)).toEqual(usual);
    expect(usualRange(new Date('2026-03-31T10:00')).start).toEqual(new Date('2026-02-28T00:00'));
    expect(rangeIn({}, now)).toEqual(usual);
    expect(rangeIn({ from: 'yesterday', to: '2026-11-22T00:00:00Z' }, now)).toEqual(usual);
  });

  it('is in the address unless it is the default', () => {
    expect(toSearch(usual, now)).toEqual({});
    const other = { start: new Date('2026-11-01T00:00'), end: new Date('2026-11-20T23:59') };
    expect(toSearch(other, now)).toEqual({ from: '2026-11-01T00:00:00.000Z', to: '2026-11-20T23:59:00.000Z' });
    expect(rangeIn(toSearch(other, now), now)).toEqual(other);
  });

  it('has the UTC days of the times in the address, and ends on the UTC day', () => {
    const { start, end } = rangeIn({ from: '2026-11-02T04:00:00Z', to: '2026-11-20T00:30:00Z' }, now);
    expect([start, end]).toEqual([new Date('2026-11-02T00:00'), new Date('2026-11-20T23:59')]);
    expect(rangeIn({}, new Date('2026-11-23T02:00:00Z')).end).toEqual(new Date('2026-11-23T23:59'));
  });

  it('includes its first and last day when days are counted', () => {
    expect(countDays('2026-11-22', '2026-11-22')).toBe(1);
    expect(countDays('2026-02-28', '2026-03-01')).toBe(2);
  });
});

it('the chart offers checks only if they are shared, and sessions only for floating licenses or if there were any', () => {
  expect(availableViews([day], true, true)).toEqual(['checks', 'refusals', 'devices', 'sessions']);
  expect(availableViews([day], false, false)).toEqual(['refusals', 'devices']);
  expect(availableViews([{ ...day, peakSessions: 2 }], false, false)).toContain('sessions');
});

it.each([
  [80, 1],
  [40, 2],
  [25, 7],
  [10, 14],
  [1, 77],
])('the chart labels a day of %i px width every %i days', (slot, step) => {
  expect(dayStep(slot, 76)).toBe(step);
});

it.each([
  ['6.2.0', '6.2.0', 'current'],
  ['6.1.3', '6.2.0', 'older'],
  ['6.10.0', '6.9.0', 'newer'],
  ['6.9', '6.10', 'older'],
])('the version %s compared with %s is %s', (version, current, standing) => {
  expect(compareVersions(version, current)).toBe(standing);
});
