import type { DayOfUsage, Metric, VersionInUse } from '@portico/contract';
import { type DateRange, endOfDay, monthsBefore, readRange, startOfDay } from '../../ui/date-range/range.ts';

/** A month ago at the start of the day to the end of today (DASH-3). */
export function usualRange(now: Date): DateRange {
  return { start: startOfDay(monthsBefore(now, 1)), end: endOfDay(now) };
}

/** What the page's address says of the range: its first and last minute, ISO 8601 in UTC; both or none. */
export interface MetricsSearch {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

export function rangeIn({ from, to }: MetricsSearch, now: Date): DateRange {
  return readRange(from, to) ?? usualRange(now);
}

/** A range for the address; nothing where it is the usual one, which moves on by itself. */
export function searchOf({ start, end }: DateRange, now: Date): MetricsSearch {
  const usual = usualRange(now);
  const isUsual = start.getTime() === usual.start.getTime() && end.getTime() === usual.end.getTime();
  return isUsual ? {} : { from: start.toISOString(), to: end.toISOString() };
}

/** What the chart shows, one at a time. */
export const chartViews = ['checks', 'refusals', 'devices', 'sessions'] as const;
export type ChartView = (typeof chartViews)[number];

/** The views that have something to show: checks are only shared, and sessions are of floating licenses. */
export function viewsOf(days: readonly DayOfUsage[], isShared: boolean, hasSessions: boolean): ChartView[] {
  const knowsSessions = hasSessions || days.some(({ peakSessions }) => peakSessions > 0);
  return chartViews.filter((view) => (view !== 'checks' || isShared) && (view !== 'sessions' || knowsSessions));
}

export function numberOn(day: DayOfUsage, view: ChartView): number {
  switch (view) {
    case 'checks':
      return day.checks ?? 0;
    case 'refusals':
      return day.refusals;
    case 'devices':
      return day.devices;
    case 'sessions':
      return day.peakSessions;
  }
}

/** Whether anything at all was reported. */
export function hasUse(days: readonly DayOfUsage[]): boolean {
  return days.some(
    ({ checks, refusals, devices, activations, deactivations, peakSessions }) =>
      (checks ?? 0) + refusals + devices + activations + deactivations + peakSessions > 0,
  );
}

/** The number of a figure; undefined where the answer does not have it. */
export function numberIn(metrics: readonly Metric[], name: Metric['name']): number | undefined {
  const value = metrics.find((metric) => metric.name === name)?.value;
  return typeof value === 'number' ? value : undefined;
}

/** Days of UTC, the first and the last included. */
export function countDays(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000) + 1;
}

/** Every how many days one is named below the chart: so that there is room, and by weeks where it can be. @param slot px of a day @param room px of a name */
export function dayStep(slot: number, room: number): number {
  const least = Math.max(1, Math.ceil(room / slot));
  return least <= 2 ? least : Math.ceil(least / 7) * 7;
}

/** How a version stands to the one that the vendor offers now. Parts are compared as numbers where they are some. */
export function standingOf(version: string, current: string): 'current' | 'older' | 'newer' {
  const compared = version.localeCompare(current, 'en', { numeric: true });
  if (compared === 0) return 'current';
  return compared < 0 ? 'older' : 'newer';
}

/** The share of all devices that have a version, 0 to 1. */
export function shareOf({ devices }: Pick<VersionInUse, 'devices'>, all: number): number {
  return all === 0 ? 0 : devices / all;
}
