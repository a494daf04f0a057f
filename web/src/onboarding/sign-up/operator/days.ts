import { millisecondsInDay } from '../../../lib/durations.ts';
import type { DateRange } from '../../../ui/date-range/range.ts';
import type { Days } from './search.ts';

/** Days shown by default, including today. */
const usualDays = 30;

/** The last 30 days. */
export function usualDaysAt(now: Date): Days {
  const to = now.toISOString().slice(0, 10);
  const from = new Date(Date.parse(to) - (usualDays - 1) * millisecondsInDay).toISOString().slice(0, 10);
  return { from, to };
}

/** Converts calendar days for the picker, which uses the user's time zone. */
export function toDateRange({ from, to }: Days): DateRange {
  return { start: new Date(`${from}T00:00`), end: new Date(`${to}T23:59`) };
}

/** Converts the picker's range to calendar days. */
export function toDays({ start, end }: DateRange): Days {
  return { from: toLocalDay(start), to: toLocalDay(end) };
}

function toLocalDay(moment: Date): string {
  const two = (part: number) => String(part).padStart(2, '0');
  return `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`;
}
