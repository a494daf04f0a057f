import { expect, it } from 'vitest';
import { fitRange } from './range.ts';
import { billingShortcuts, metricsShortcuts, type Shortcut, shortcutRange } from './shortcuts.ts';

/** A Monday. */
const monday = '2026-11-23T10:30:45';

it.each<[Shortcut, string, string, string]>([
  ['today', monday, '2026-11-23T00:00', '2026-11-23T23:59'],
  ['last24Hours', monday, '2026-11-22T10:30', '2026-11-23T10:30'],
  ['yesterday', '2026-03-01T08:00', '2026-02-28T00:00', '2026-02-28T23:59'],
  ['last7Days', monday, '2026-11-17T00:00', '2026-11-23T23:59'],
  ['lastWeek', monday, '2026-11-16T00:00', '2026-11-23T23:59'],
  ['previousWeek', monday, '2026-11-15T00:00', '2026-11-21T23:59'],
  ['previousWeek', '2026-11-22T10:00', '2026-11-15T00:00', '2026-11-21T23:59'],
  ['previousWeek', '2026-11-21T10:00', '2026-11-08T00:00', '2026-11-14T23:59'],
  ['last30Days', '2026-11-20T10:00', '2026-10-22T00:00', '2026-11-20T23:59'],
  ['previousMonth', '2026-03-31T10:00', '2026-02-01T00:00', '2026-02-28T23:59'],
  ['previousMonth', '2026-01-31T10:00', '2025-12-01T00:00', '2025-12-31T23:59'],
  ['previous3Months', monday, '2026-08-01T00:00', '2026-10-31T23:59'],
  ['last90Days', monday, '2026-08-26T00:00', '2026-11-23T23:59'],
  ['lastWeekend', monday, '2026-11-21T00:00', '2026-11-22T23:59'],
  ['lastWeekend', '2026-11-22T10:00', '2026-11-14T00:00', '2026-11-15T23:59'],
  ['lastWeekend', '2026-11-21T10:00', '2026-11-14T00:00', '2026-11-15T23:59'],
  [1, monday, '2026-10-23T00:00', '2026-11-23T23:59'],
  [1, '2026-03-31T10:00', '2026-02-28T00:00', '2026-03-31T23:59'],
  [3, monday, '2026-08-23T00:00', '2026-11-23T23:59'],
  [6, monday, '2026-05-23T00:00', '2026-11-23T23:59'],
  [12, monday, '2025-11-23T00:00', '2026-11-23T23:59'],
])('the shortcut %s at %s is the range from %s to %s', (shortcut, now, start, end) => {
  expect(shortcutRange(shortcut, new Date(now))).toEqual({ start: new Date(start), end: new Date(end) });
});

const all = [billingShortcuts, metricsShortcuts].flatMap(({ main, monthly }) => [...main, ...monthly]);

it.each([...new Set(all)])('the shortcut %s is not longer than the maximum range', (shortcut) => {
  const range = shortcutRange(shortcut, new Date(monday));
  expect(range.start < range.end).toBe(true);
  expect(fitRange(range)).toEqual({ range, wasRounded: false });
});
