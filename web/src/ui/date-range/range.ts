/** A span of time to the minute, by the reader's clock: its last minute belongs to it (RANGE-6). */
export interface DateRange {
  readonly start: Date;
  readonly end: Date;
}

export type RangeEnd = keyof DateRange;

/** Days that a range is shorter than (RANGE-1). */
const longestDays = 730;

const shifted = (moment: Date, change: (copy: Date) => void): Date => {
  const copy = new Date(moment);
  change(copy);
  return copy;
};

/**
 * The same day so many months before, or the month's last day where it is shorter, at the same time. The day does not overflow into the next month.
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
 * A range that is not longer than it may be: of one of 730 days or more, the start moves to two years minus a day before the end (RANGE-1).
 * @returns whether it moved, which is said
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

/** Takes another day for one of the ends and keeps its time. */
export function withDay(moment: Date, day: Date): Date {
  return shifted(moment, (copy) => copy.setFullYear(day.getFullYear(), day.getMonth(), day.getDate()));
}

/** Takes another time of the day, `HH:MM`; undefined while it is not one. */
export function withTime(moment: Date, time: string): Date | undefined {
  const [, hours, minutes] = /^([01]\d|2[0-3]):([0-5]\d)/.exec(time) ?? [];
  if (hours === undefined) return undefined;
  return shifted(moment, (copy) => copy.setHours(Number(hours), Number(minutes), 0, 0));
}

/** The time of the day, `HH:MM`. */
export function timeOf(moment: Date): string {
  return [moment.getHours(), moment.getMinutes()].map((part) => String(part).padStart(2, '0')).join(':');
}

/** Reads a range from an address: two moments in ISO 8601. Undefined where it is none; one that is too long is rounded. */
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

/** The beginning of a moment's minute. */
export const minuteOf = (moment: Date): Date => new Date(Math.floor(moment.getTime() / minute) * minute);

/** The first moment after a range: its last minute is over. A clock that is put back repeats an hour, so that what it shows is not counted on. */
export function momentAfter({ end }: DateRange): Date {
  return new Date(minuteOf(end).getTime() + minute);
}
