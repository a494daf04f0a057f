import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  endOfDay,
  fitRange,
  formatTimeOfDay,
  momentAfter,
  monthsBefore,
  startOfDay,
  withDay,
  withTime,
} from './range.ts';
import { type Shortcut, shortcutRange } from './shortcuts.ts';

/**
 * When clocks change. In New York: on March 8, 2026 from 2:00 to 3:00, on November 1, 2026 from 2:00 to 1:00. In
 * Paris: on March 29, 2026 from 2:00 to 3:00, on October 25, 2026 from 3:00 to 2:00.
 */
const zones = { newYork: 'America/New_York', paris: 'Europe/Paris' } as const;
type Zone = keyof typeof zones;

const hours = (from: Date, to: Date) => (to.getTime() - from.getTime()) / 3_600_000;

function goTo(zone: Zone) {
  vi.stubEnv('TZ', zones[zone]);
  expect(new Intl.DateTimeFormat().resolvedOptions().timeZone, 'the clock of the tests').toBe(zones[zone]);
}

describe.each<[string, Zone, string, number]>([
  ['ahead in New York', 'newYork', '2026-03-08', 23],
  ['back in New York', 'newYork', '2026-11-01', 25],
  ['ahead in Paris', 'paris', '2026-03-29', 23],
  ['back in Paris', 'paris', '2026-10-25', 25],
])('on the day that clocks go %s', (_, zone, day, length) => {
  beforeEach(() => goTo(zone));

  it(`the range Today has ${length} hours, and ends at 23:59`, () => {
    const { start, end } = shortcutRange('today', new Date(`${day}T12:00`));
    expect([formatTimeOfDay(start), formatTimeOfDay(end)]).toEqual(['00:00', '23:59']);
    expect(hours(start, momentAfter({ start, end }))).toBe(length);
  });

  it('the range Last 24 hours has 24 hours', () => {
    const { start, end } = shortcutRange('last24Hours', new Date(`${day}T12:00:30`));
    expect(hours(start, end)).toBe(24);
    expect(formatTimeOfDay(end)).toBe('12:00');
    expect(formatTimeOfDay(start)).toBe(length === 23 ? '11:00' : '13:00');
  });

  it.each<[Shortcut, number]>([
    ['lastWeek', 7],
    ['last7Days', 6],
    ['last30Days', 29],
    ['last90Days', 89],
  ])('the range %s starts at midnight %i days earlier', (shortcut, days) => {
    const { start } = shortcutRange(shortcut, new Date(`${day}T12:00`));
    const wanted = new Date(`${day}T00:00`);
    wanted.setDate(wanted.getDate() - days);
    expect(start).toEqual(wanted);
    expect(formatTimeOfDay(start)).toBe('00:00');
  });

  it('a chosen day keeps its time', () => {
    expect(withDay(new Date('2026-06-15T23:59'), new Date(`${day}T00:00`))).toEqual(new Date(`${day}T23:59`));
    expect(formatTimeOfDay(startOfDay(new Date(`${day}T12:00`)))).toBe('00:00');
    expect(formatTimeOfDay(endOfDay(new Date(`${day}T12:00`)))).toBe('23:59');
  });

  it('the same day of previous months has the same time', () => {
    const months = [0, 1, 6, 12].map((count) => monthsBefore(new Date(`${day}T10:30`), count));
    expect(months.map(formatTimeOfDay)).toEqual(['10:30', '10:30', '10:30', '10:30']);
  });

  it('a range of about two years that ends on that day is limited in days, not in hours', () => {
    const end = new Date(`${day}T23:59`);
    const tooLong = new Date(end);
    tooLong.setDate(tooLong.getDate() - 730);
    const earliest = new Date(end);
    earliest.setDate(earliest.getDate() - 729);
    expect(fitRange({ start: tooLong, end })).toEqual({ range: { start: earliest, end }, wasRounded: true });
    expect(fitRange({ start: earliest, end }).wasRounded).toBe(false);
  });

  it('a range of about two years that starts on that day is limited in days, not in hours', () => {
    const start = new Date(`${day}T00:00`);
    const end = endOfDay(start);
    end.setDate(end.getDate() + 729);
    expect(fitRange({ start, end }).wasRounded, '729 days and 23:59').toBe(false);
    // With a leap day in between, two years minus a day are 730 days.
    end.setDate(end.getDate() + 1);
    expect(fitRange({ start, end }).wasRounded, '730 days and 23:59').toBe(true);
  });
});

it.each<[Zone, string]>([
  ['newYork', '2026-03-08T02:30'],
  ['paris', '2026-03-29T02:30'],
])('in %s, a time that the clock skips becomes the time that it shows instead', (zone, missing) => {
  goTo(zone);
  const [day = ''] = missing.split('T');
  const moment = withTime(new Date(`${day}T12:00`), '02:30');
  expect(moment && formatTimeOfDay(moment)).toBe('03:30');
});

it.each<[Zone, string, string]>([
  // The hour from 1:00 occurs twice: one minute after the first 1:59 is the second 1:00.
  ['newYork', '2026-11-01T05:59:00Z', '2026-11-01T06:00:00Z'],
  ['newYork', '2026-11-01T06:59:00Z', '2026-11-01T07:00:00Z'],
  ['newYork', '2026-03-08T06:59:00Z', '2026-03-08T07:00:00Z'],
  ['paris', '2026-10-25T00:59:00Z', '2026-10-25T01:00:00Z'],
  ['paris', '2026-03-29T00:59:00Z', '2026-03-29T01:00:00Z'],
])('in %s, a range whose last minute is %s ends at %s', (zone, last, after) => {
  goTo(zone);
  const end = new Date(last);
  expect(momentAfter({ start: end, end })).toEqual(new Date(after));
});
