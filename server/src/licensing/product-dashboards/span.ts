import { InvalidInputError } from '../../core/http/app-error.ts';
import type { UsageDays } from '../devices/usage.queries.ts';

/** What a caller asked for: moments, or days of UTC. */
interface SpanQuery {
  readonly dateFrom?: string | undefined;
  readonly dateTo?: string | undefined;
}

/**
 * The days of UTC that a span of time touches, as usage is kept by them (DASH-2). Left out, it began a month before the end's day and ends today (DASH-3).
 * A span ends today at the latest: where the reader's evening is tomorrow in UTC, the chart has no day to come.
 * @throws InvalidInputError where it ends before it begins.
 */
export function parseSpan({ dateFrom, dateTo }: SpanQuery, now: Date): UsageDays {
  const asked = toDay(dateTo ?? now.toISOString());
  const from = dateFrom === undefined ? monthBefore(asked) : toDay(dateFrom);
  if (from > asked) {
    throw new InvalidInputError({ dateTo: [{ key: 'validation.datesReversed', values: { field: 'dateTo' } }] });
  }
  return { from, to: latest(from, earliest(asked, toDay(now.toISOString()))) };
}

const earliest = (one: string, other: string) => (one < other ? one : other);
const latest = (one: string, other: string) => (one > other ? one : other);
const toDay = (moment: string) => new Date(moment).toISOString().slice(0, 10);

/** The same day of the month before, or that month's last one. */
function monthBefore(day: string): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const lastDate = new Date(Date.UTC(year, month - 1, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 2, Math.min(date, lastDate))).toISOString().slice(0, 10);
}
