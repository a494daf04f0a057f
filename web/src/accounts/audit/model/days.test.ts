import { expect, it } from 'vitest';
import { formatDay, readDay, startOfDay, startOfNextDay } from './days.ts';

it('accepts only days that exist', () => {
  expect(readDay('2026-02-28')).toBe('2026-02-28');
  for (const other of ['2026-02-30', '2026-13-01', '2026-2-1', 'today', '', 20260228, undefined])
    expect(readDay(other)).toBeUndefined();
});

it('ends a day where the next one starts, also when the clocks change', () => {
  expect(startOfNextDay('2026-03-08')).toBe(startOfDay('2026-03-09'));
  expect(startOfNextDay('2026-11-01')).toBe(startOfDay('2026-11-02'));
  expect(startOfNextDay('2026-12-31')).toBe(startOfDay('2027-01-01'));
});

it('formats the start of a day as that day', () => {
  expect(formatDay(new Date(startOfDay('2026-11-23')))).toBe('2026-11-23');
});
