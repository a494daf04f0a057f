import { neverExpires } from '@portico/contract/browser';
import { millisecondsInDay } from '../../../lib/durations.ts';

/** The UTC day of a time, as `YYYY-MM-DD`. Tokens expire at the end of a UTC day (TOK-4). */
export const utcDay = (moment: number) => new Date(moment).toISOString().slice(0, 10);

/** Days from today to a day, both in UTC; negative if it is past. */
export function daysUntil(day: string, now = Date.now()): number {
  return Math.round((Date.parse(day) - Date.parse(utcDay(now))) / millisecondsInDay);
}

/** Whether a text is a calendar day, as `YYYY-MM-DD`. */
export function isDay(text: string): boolean {
  const moment = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(text) : Number.NaN;
  return !Number.isNaN(moment) && utcDay(moment) === text;
}

/** The proposed last day of a replacement token: the same lifetime as that of the replaced token, at least one day. */
export function nextLastDay(
  { created, expirationDate }: { created: string; expirationDate: string },
  now = Date.now(),
): string {
  if (expirationDate >= neverExpires) return neverExpires;
  const length = Date.parse(expirationDate) - Date.parse(created.slice(0, 10));
  return utcDay(now + Math.max(millisecondsInDay, length));
}
