import { expect, it } from 'vitest';
import { beginOf, dayOf, endOf, readDay } from './days.ts';

it('reads existing days only', () => {
  expect(readDay('2026-02-28')).toBe('2026-02-28');
  for (const other of ['2026-02-30', '2026-13-01', '2026-2-1', 'today', '', 20260228, undefined])
    expect(readDay(other)).toBeUndefined();
});

it('ends a day where the next one starts, also when the clocks change', () => {
  expect(endOf('2026-03-08')).toBe(beginOf('2026-03-09'));
  expect(endOf('2026-11-01')).toBe(beginOf('2026-11-02'));
  expect(endOf('2026-12-31')).toBe(beginOf('2027-01-01'));
});

it('returns the day of its first moment', () => {
  expect(dayOf(new Date(beginOf('2026-11-23')))).toBe('2026-11-23');
});
