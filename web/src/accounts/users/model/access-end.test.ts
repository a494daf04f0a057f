import { expect, it } from 'vitest';
import { accessEnd, endOfDay, hasEnded, toLocalDay } from './access-end.ts';

it('converts a day into the time of its end, and the time back into the day', () => {
  expect(toLocalDay(endOfDay('2027-01-31'))).toBe('2027-01-31');
  expect(new Date(endOfDay('2027-01-31') ?? '').getMilliseconds()).toBe(999);
  expect(endOfDay('')).toBeNull();
  expect(toLocalDay(null)).toBe('');
});

it("keeps the end's time if its day is unchanged", () => {
  const moment = new Date(2027, 0, 31, 9, 30).toISOString();
  expect(accessEnd('2027-01-31', moment)).toBe(moment);
  expect(accessEnd('2027-02-01', moment)).toBe(endOfDay('2027-02-01'));
  expect(accessEnd('', moment)).toBeNull();
});

it('access has ended exactly at its end', () => {
  const now = new Date('2027-01-31T12:00:00Z').getTime();
  expect(hasEnded('2027-01-31T12:00:00Z', now)).toBe(true);
  expect(hasEnded('2027-01-31T12:00:01Z', now)).toBe(false);
  expect(hasEnded(null, now)).toBe(false);
});
