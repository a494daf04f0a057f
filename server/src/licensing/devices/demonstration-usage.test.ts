import { describe, expect, test } from 'vitest';
import { createDeviceDays, createLicenseDays, type DemoUsage } from './demonstration-usage.ts';

const now = new Date('2026-11-26T12:00:00Z');
const busy: DemoUsage = {
  name: 'HQ',
  addedDays: 300,
  seenMinutes: 2,
  version: '2',
  before: { version: '1', days: 10 },
  weekdays: [0, 1, 2, 3, 4, 5, 6],
};

describe('the usage of a demo device', () => {
  test('is the same each time, and covers the last four months', () => {
    const days = createDeviceDays(busy, now);
    expect(days).toHaveLength(125);
    expect(days[0]).toMatchObject({ day: '2026-11-26', version: '2' });
    expect(days.at(-1)).toMatchObject({ day: '2026-07-25', version: '1' });
    expect(createDeviceDays(busy, now)).toEqual(days);
    expect(new Set(days.map(({ checks }) => checks)).size).toBeGreaterThan(50);
    expect(Math.min(...days.map(({ checks }) => checks))).toBeGreaterThan(0);
    for (const { checks, counters } of days) expect(counters.documents).toBeGreaterThanOrEqual(checks);
  });

  test("is on the device's days of the week, from its addition until it was last seen", () => {
    const weekday: DemoUsage = { name: 'Desk', addedDays: 8, seenMinutes: 3 * 24 * 60, version: '2' };
    // Thursday to Monday of last week remain. The last day is included whatever day of the week it is.
    expect(createDeviceDays(weekday, now).map(({ day }) => day)).toEqual(['2026-11-23', '2026-11-20', '2026-11-19']);
    expect(createDeviceDays({ name: 'Never', addedDays: 8 }, now)).toEqual([]);
  });
});

describe('the days of a license of the demo', () => {
  const three = ['A', 'B', 'C'].map((name) => ({ ...busy, name }));

  test('have as many leases as devices, and at most as many as seats', () => {
    const days = createLicenseDays(three, { quantity: 2, isFloating: true }, now);
    expect(days).toHaveLength(125);
    for (const day of days) expect(day).toMatchObject({ peakSessions: 2, wasFull: true });
    expect(createLicenseDays(three, { quantity: -1, isFloating: true }, now)[0]).toMatchObject({
      peakSessions: 3,
      wasFull: false,
    });
    expect(createLicenseDays(three, { quantity: 2, isFloating: false }, now)[0]).toMatchObject({ peakSessions: 0 });
  });

  test('include the activations and deactivations', () => {
    const old = { name: 'Old', addedDays: 40, released: { days: 15 } };
    expect(createLicenseDays([old], { quantity: 2, isFloating: false }, now)).toEqual([
      expect.objectContaining({ day: '2026-11-11', activations: 0, deactivations: 1 }),
      expect.objectContaining({ day: '2026-10-17', activations: 1, deactivations: 0 }),
    ]);
  });
});
