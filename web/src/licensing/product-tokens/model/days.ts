import { neverExpires } from '@portico/contract/browser';
import { millisecondsInDay } from '../../../lib/durations.ts';

/** The day of a moment in UTC, as `YYYY-MM-DD`. Tokens end with days of UTC (TOK-4). */
export const dayOf = (moment: number) => new Date(moment).toISOString().slice(0, 10);

/** Days from today to a day, both in UTC; negative once it is past. */
export function daysUntil(day: string, now = Date.now()): number {
  return Math.round((Date.parse(day) - Date.parse(dayOf(now))) / millisecondsInDay);
}

/** Whether a text is a day of the calendar, as `YYYY-MM-DD`. */
export function isDay(text: string): boolean {
  const moment = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(text) : Number.NaN;
  return !Number.isNaN(moment) && dayOf(moment) === text;
}

/** The last day of a token that takes another's place: as far from today as the other's was from the day on which it was made. */
export function nextLastDay(
  { created, expirationDate }: { created: string; expirationDate: string },
  now = Date.now(),
): string {
  if (expirationDate >= neverExpires) return neverExpires;
  const length = Date.parse(expirationDate) - Date.parse(created.slice(0, 10));
  return dayOf(now + Math.max(millisecondsInDay, length));
}
