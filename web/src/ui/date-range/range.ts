/** A range in minutes of the user's time zone; its last minute is included (RANGE-6). */
export interface DateRange {
  readonly start: Date;
  readonly end: Date;
}

export type RangeEnd = keyof DateRange;

/** A range must be shorter than this many days (RANGE-1). */
const longestDays = 730;

const shifted = (moment: Date, change: (copy: Date) => void): Date => {
  const copy = new Date(moment);
  change(copy);
  return copy;
};

/**
 * The same day and time `months` earlier, or the last day of a shorter month. The day does not overflow into the next
 * month.
 */
export function monthsBefore(moment: Date, months: number): Date {
  const first = shifted(moment, (copy) => copy.setMonth(copy.getMonth() - months, 1));
  const lastDay = new Date(first.getFullYear(), first.getMonth() + 1, 0).getDate();
  return shifted(first, (copy) => copy.setDate(Math.min(moment.getDate(), lastDay)));
}

export const daysBefore = (moment: Date, days: number): Date =>
  shifted(moment, (copy) => copy.setDate(copy.getDate() - days));

export const startOfDay = (moment: Date): Date => shifted(moment, (copy) => copy.setHours(0, 0, 0, 0));

/** The last minute of a day. */
export const endOfDay = (moment: Date): Date => shifted(moment, (copy) => copy.setHours(23, 59, 0, 0));

/**
 * Shortens a range of 730 days or more: the start moves to two years minus a day before the end (RANGE-1).
 * @returns whether the start moved, so that the user can be informed
 */
export function fitRange({ start, end }: DateRange): { range: DateRange; wasRounded: boolean } {
  const earliest = daysBefore(monthsBefore(end, 24), -1);
  const isTooLong = start <= daysBefore(end, longestDays) && start < earliest;
  return { range: { start: isTooLong ? earliest : start, end }, wasRounded: isTooLong };
}

/** Whether the start is after the end (RANGE-2). */
export function isReversed({ start, end }: DateRange): boolean {
  return start > end;
}

/** Replaces the day of an end and keeps its time. */
export function withDay(moment: Date, day: Date): Date {
  return shifted(moment, (copy) => copy.setFullYear(day.getFullYear(), day.getMonth(), day.getDate()));
}

/** Replaces the time of day, `HH:MM`; undefined if it is invalid. */
export function withTime(moment: Date, time: string): Date | undefined {
  const [, hours, minutes] = /^([01]\d|2[0-3]):([0-5]\d)/.exec(time) ?? [];
  if (hours === undefined) return undefined;
  return shifted(moment, (copy) => copy.setHours(Number(hours), Number(minutes), 0, 0));
}

/** The time of day, `HH:MM`. */
export function formatTimeOfDay(moment: Date): string {
  return [moment.getHours(), moment.getMinutes()].map((part) => String(part).padStart(2, '0')).join(':');
}

/**
 * Reads a range from two ISO 8601 times in an address. Undefined if it is invalid; a range that is too long is
 * shortened.
 */
export function readRange(from: unknown, to: unknown): DateRange | undefined {
  const [start, end] = [from, to].map((text) => (isMoment(text) ? new Date(text) : undefined));
  if (!start || !end || isReversed({ start, end })) return undefined;
  return fitRange({ start, end }).range;
}

function isMoment(text: unknown): text is string {
  return (
    typeof text === 'string' &&
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(text) &&
    !Number.isNaN(Date.parse(text))
  );
}

const minute = 60_000;

/** The start of a minute. */
export const startOfMinute = (moment: Date): Date => new Date(Math.floor(moment.getTime() / minute) * minute);

/**
 * The first time after a range, whose last minute is included. Computed in UTC, because a clock that is set back
 * repeats an hour.
 */
export function momentAfter({ end }: DateRange): Date {
  return new Date(startOfMinute(end).getTime() + minute);
}
