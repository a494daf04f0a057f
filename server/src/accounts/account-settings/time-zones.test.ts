import { describe, expect, test } from 'vitest';
import { describeTimeZone, isTimeZone, listTimeZones } from './time-zones.ts';

const january = new Date('2026-01-15T12:00:00Z');
const july = new Date('2026-07-15T12:00:00Z');

describe('the current offset of a time zone', () => {
  test.each([
    ['America/Toronto', january, -300, false],
    ['America/Toronto', july, -240, true],
    ['Australia/Sydney', january, 660, true],
    ['Australia/Sydney', july, 600, false],
    ['Europe/Dublin', july, 60, true],
    ['Asia/Kolkata', july, 330, false],
    ['America/St_Johns', january, -210, false],
    ['UTC', july, 0, false],
  ])('%s at %o is %i minutes ahead of UTC, daylight saving time: %o', (id, moment, offset, isDaylightSavingTime) => {
    expect(describeTimeZone(id, moment)).toEqual({ id, timeZoneOffset: offset, isDaylightSavingTime });
  });

  test('changes at the exact moment when the clocks change', () => {
    const before = new Date('2026-03-08T06:59:59Z');
    const after = new Date('2026-03-08T07:00:00Z');
    expect([before, after].map((moment) => describeTimeZone('America/Toronto', moment).timeZoneOffset)).toEqual([
      -300, -240,
    ]);
    const listed = (moment: Date) => listTimeZones(moment).find(({ id }) => id === 'America/Toronto')?.timeZoneOffset;
    expect([before, after].map(listed)).toEqual([-300, -240]);
  });

  test('lists each zone once from west to east, including UTC', () => {
    const zones = listTimeZones(july);
    expect(zones.length).toBeGreaterThan(400);
    expect(new Set(zones.map(({ id }) => id)).size).toBe(zones.length);
    expect(zones.map(({ timeZoneOffset }) => timeZoneOffset)).toEqual(
      zones.map(({ timeZoneOffset }) => timeZoneOffset).sort((one, other) => one - other),
    );
    expect(zones).toContainEqual({ id: 'UTC', timeZoneOffset: 0, isDaylightSavingTime: false });
  });
});

test.each([
  ['America/Toronto', true],
  ['US/Eastern', true],
  ['UTC', true],
  ['+05:00', false],
  ['Nowhere/Nobody', false],
  ['', false],
])('reports whether %o is a time zone: %o', (name, expected) => {
  expect(isTimeZone(name)).toBe(expected);
});
