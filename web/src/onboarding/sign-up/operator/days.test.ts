import { expect, it } from 'vitest';
import { toDateRange, toDays, usualDaysAt } from './days.ts';
import { readDays } from './search.ts';

it('reads the days of an address', () => {
  expect(readDays('2026-11-01', '2026-11-23')).toEqual({ from: '2026-11-01', to: '2026-11-23' });
  expect(readDays('2026-11-01', '2026-11-01')).toEqual({ from: '2026-11-01', to: '2026-11-01' });
});

it.each([
  ['2026-11-02', '2026-11-01'],
  ['2026-02-30', '2026-03-01'],
  ['2026-11-01', undefined],
  ['2026-11-01T00:00:00Z', '2026-11-02T00:00:00Z'],
  ['2020-01-01', '2026-01-01'],
  [1, 2],
])('rejects the range from %s to %s', (from, to) => {
  expect(readDays(from, to)).toBeUndefined();
});

it('returns the last 30 days in UTC', () => {
  expect(usualDaysAt(new Date('2026-11-23T23:30:00Z'))).toEqual({ from: '2026-10-25', to: '2026-11-23' });
});

it('keeps the days when the picker converts them, in any time zone', () => {
  const days = { from: '2026-02-28', to: '2026-03-29' };
  expect(toDays(toDateRange(days))).toEqual(days);
});
