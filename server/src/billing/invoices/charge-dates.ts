import { UTCDate } from '@date-fns/utc';
import { add } from 'date-fns/add';
import { millisecondsInDay } from 'date-fns/constants';

/** The dates on which a subscription is charged. */
export interface ChargeSchedule {
  readonly first: Date;
  /**
   * The time from which billing periods are counted; null if unknown. In months without that day, the last day is
   * used.
   */
  readonly anchor: Date | null;
  readonly interval: 'Day' | 'Month' | 'Year';
  readonly intervalCount: number;
}

const units = { Day: 'days', Month: 'months', Year: 'years' } as const;
const longestMilliseconds = { Day: 1, Month: 31, Year: 366 } as const;

/** The charge that is `index` billing intervals after the first one (UTC). */
export function chargeDate(schedule: ChargeSchedule, index: number): Date {
  const { first, anchor } = schedule;
  const steps = anchor && countIntervals(schedule, anchor, first);
  return steps === null ? addIntervals(schedule, first, index) : addIntervals(schedule, anchor as Date, steps + index);
}

/** The index of the first charge at `moment` or later. */
export function firstChargeIndex(schedule: ChargeSchedule, moment: Date): number {
  // No interval is longer than this, so no charge is skipped.
  const longest = longestMilliseconds[schedule.interval] * schedule.intervalCount * millisecondsInDay;
  let index = Math.max(0, Math.floor((moment.getTime() - schedule.first.getTime()) / longest));
  while (chargeDate(schedule, index) < moment) index += 1;
  return index;
}

/** The number of billing intervals from the anchor to `moment`; null if no charge is due at `moment`. */
function countIntervals(schedule: ChargeSchedule, anchor: Date, moment: Date): number | null {
  const longest = longestMilliseconds[schedule.interval] * schedule.intervalCount * millisecondsInDay;
  let steps = Math.floor((moment.getTime() - anchor.getTime()) / longest);
  while (addIntervals(schedule, anchor, steps) < moment) steps += 1;
  return addIntervals(schedule, anchor, steps).getTime() === moment.getTime() ? steps : null;
}

function addIntervals({ interval, intervalCount }: ChargeSchedule, from: Date, steps: number): Date {
  return new Date(add(new UTCDate(from), { [units[interval]]: intervalCount * steps }).getTime());
}
