import { InvalidInputError } from '../../core/http/app-error.ts';
import type { UsageDays } from '../devices/usage.queries.ts';

/** Moments, or UTC days. */
interface SpanQuery {
  readonly dateFrom?: string | undefined;
  readonly dateTo?: string | undefined;
}

/**
 * The UTC days that a span touches, because usage is stored by day (DASH-2). By default, it ends today and begins a
 * month earlier (DASH-3). It never ends after today in UTC, even if the reader's day does.
 * @throws InvalidInputError if it ends before it begins
 */
export function parseSpan({ dateFrom, dateTo }: SpanQuery, now: Date): UsageDays {
  const lastDay = toDay(dateTo ?? now.toISOString());
  const from = dateFrom === undefined ? monthBefore(lastDay) : toDay(dateFrom);
  if (from > lastDay) {
    throw new InvalidInputError({ dateTo: [{ key: 'validation.datesReversed', values: { field: 'dateTo' } }] });
  }
  return { from, to: latest(from, earliest(lastDay, toDay(now.toISOString()))) };
}

const earliest = (one: string, other: string) => (one < other ? one : other);
const latest = (one: string, other: string) => (one > other ? one : other);
const toDay = (moment: string) => new Date(moment).toISOString().slice(0, 10);

/** The same day of the previous month, or that month's last day. */
function monthBefore(day: string): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const lastDate = new Date(Date.UTC(year, month - 1, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 2, Math.min(date, lastDate))).toISOString().slice(0, 10);
}
