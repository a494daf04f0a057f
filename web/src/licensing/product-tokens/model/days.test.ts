import { expect, it } from 'vitest';
import { daysUntil, isDay, nextLastDay, utcDay } from './days.ts';

const now = Date.parse('2026-11-22T23:30:00Z');

it('counts UTC days', () => {
  expect(utcDay(now)).toBe('2026-11-22');
  expect([daysUntil('2026-11-22', now), daysUntil('2026-11-28', now), daysUntil('2026-10-31', now)]).toEqual([
    0, 6, -22,
  ]);
});

it('recognizes a calendar day', () => {
  expect(['2028-02-29', '9999-01-01'].every(isDay)).toBe(true);
  expect(['', '2027-02-29', '2027-2-9', '02/09/2027', '2027-02-09T00:00'].some(isDay)).toBe(false);
});

it('gives a replacement token the lifetime of the replaced one, at least one day', () => {
  const created = '2026-08-24T10:00:00Z';
  expect(nextLastDay({ created, expirationDate: '2026-11-28' }, now)).toBe('2027-02-26');
  expect(nextLastDay({ created, expirationDate: '2026-08-24' }, now)).toBe('2026-11-23');
  expect(nextLastDay({ created, expirationDate: '9999-01-01' }, now)).toBe('9999-01-01');
});
