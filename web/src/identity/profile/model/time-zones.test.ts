import { expect, it } from 'vitest';
import { timeZones } from './time-zones.ts';

const winter = new Date('2026-01-15T12:00:00Z');
const labelOf = (zone: string, now: Date) => timeZones(now).find(({ value }) => value === zone)?.label;

it("returns each zone's current UTC offset, west before east", () => {
  expect(labelOf('America/Toronto', winter)).toBe('(UTC−05:00) America/Toronto');
  expect(labelOf('America/Toronto', new Date('2026-07-15T12:00:00Z'))).toBe('(UTC−04:00) America/Toronto');
  expect(labelOf('America/St_Johns', winter)).toBe('(UTC−03:30) America/St Johns');
  expect(labelOf('Europe/Paris', winter)).toBe('(UTC+01:00) Europe/Paris');
  const zones = timeZones(winter).map(({ value }) => value);
  expect(zones.indexOf('America/Toronto')).toBeLessThan(zones.indexOf('Europe/Paris'));
});
