import type { DayOfUsage, Metric, VersionInUse } from '@portico/contract';
import { millisecondsInDay } from '../../lib/durations.ts';
import { type DateRange, endOfDay, monthsBefore, readRange, startOfDay } from '../../ui/date-range/range.ts';

/**
 * A UTC day as a moment of the browser's clock with the same date, for the calendar, which shows the browser's days. Usage
 * is counted by UTC day (DASH-2).
 */
export function calendarDay(moment: Date): Date {
  return new Date(moment.getUTCFullYear(), moment.getUTCMonth(), moment.getUTCDate());
}

/** The first and last minute of the UTC days with the dates of a calendar's range. */
export function utcSpan({ start, end }: DateRange): { from: string; to: string } {
  const day = (moment: Date) => Date.UTC(moment.getFullYear(), moment.getMonth(), moment.getDate());
  return { from: new Date(day(start)).toISOString(), to: new Date(day(end) + lastMinute).toISOString() };
}

const lastMinute = millisecondsInDay - 60_000;

/** From the start of the day a month ago to the end of today (DASH-3). @param now a day of the calendar */
export function usualRange(now: Date): DateRange {
  return { start: startOfDay(monthsBefore(now, 1)), end: endOfDay(now) };
}

/** The range in the page's address: its first and last minute, ISO 8601 in UTC; both or none. */
export interface MetricsSearch {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** The range of an address, in days of the calendar. */
export function rangeIn({ from, to }: MetricsSearch, now: Date): DateRange {
  const range = readRange(from, to);
  return range
    ? { start: calendarDay(range.start), end: endOfDay(calendarDay(range.end)) }
    : usualRange(calendarDay(now));
}

/** The search of a range; empty for the default one, which moves with time. */
export function toSearch(range: DateRange, now: Date): MetricsSearch {
  const span = utcSpan(range);
  const usual = utcSpan(usualRange(calendarDay(now)));
  return span.from === usual.from && span.to === usual.to ? {} : span;
}

/** The series of the chart, one at a time. */
export const chartViews = ['checks', 'refusals', 'devices', 'sessions'] as const;
export type ChartView = (typeof chartViews)[number];

/** The series with something to show: checks only if they are shared, and sessions only of floating licenses. */
export function availableViews(days: readonly DayOfUsage[], isShared: boolean, hasSessions: boolean): ChartView[] {
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

/** Whether anything was reported. */
export function hasUse(days: readonly DayOfUsage[]): boolean {
  return days.some(
    ({ checks, refusals, devices, activations, deactivations, peakSessions }) =>
      (checks ?? 0) + refusals + devices + activations + deactivations + peakSessions > 0,
  );
}

/** The value of a figure; undefined if the answer does not have it. */
export function numberIn(metrics: readonly Metric[], name: Metric['name']): number | undefined {
  const value = metrics.find((metric) => metric.name === name)?.value;
  return typeof value === 'number' ? value : undefined;
}

/** UTC days, including the first and the last. */
export function countDays(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000) + 1;
}

/**
 * The interval between labels below the chart, in days: as short as the room allows, and in whole weeks if possible.
 * @param slot width of a day in px
 * @param room width of a label in px
 */
export function dayStep(slot: number, room: number): number {
  const least = Math.max(1, Math.ceil(room / slot));
  return least <= 2 ? least : Math.ceil(least / 7) * 7;
}

/** The state of a version compared with the vendor's current one. Numeric parts are compared as numbers. */
export function compareVersions(version: string, current: string): 'current' | 'older' | 'newer' {
  const compared = version.localeCompare(current, 'en', { numeric: true });
  if (compared === 0) return 'current';
  return compared < 0 ? 'older' : 'newer';
}

/** The share of all devices that have a version, from 0 to 1. */
export function deviceShare({ devices }: Pick<VersionInUse, 'devices'>, all: number): number {
  return all === 0 ? 0 : devices / all;
}
