import { UTCDate } from '@date-fns/utc';
import { add } from 'date-fns/add';
import { millisecondsInDay } from 'date-fns/constants';

/** The dates on which a subscription is charged. */
export interface ChargeSchedule {
  /** The first charge that is meant. */
  readonly first: Date;
  /** The moment from which billing periods are counted; null where it is not known. Months that are too short end on their last day. */
  readonly anchor: Date | null;
  readonly interval: 'Day' | 'Month' | 'Year';
  readonly intervalCount: number;
}

const units = { Day: 'days', Month: 'months', Year: 'years' } as const;
const longestMilliseconds = { Day: 1, Month: 31, Year: 366 } as const;

/** The charge that is `index` billing intervals after the first one (UTC). */
export function chargeDate(schedule: ChargeSchedule, index: number): Date {
  const { first, anchor } = schedule;
  const steps = anchor && stepsBetween(schedule, anchor, first);
  return steps === null ? stepped(schedule, first, index) : stepped(schedule, anchor as Date, steps + index);
}

/** The place of the first charge at `moment` or later, from 0. */
export function firstChargeFrom(schedule: ChargeSchedule, moment: Date): number {
  // Intervals are not longer than this, so that no charge is skipped.
  const longest = longestMilliseconds[schedule.interval] * schedule.intervalCount * millisecondsInDay;
  let index = Math.max(0, Math.floor((moment.getTime() - schedule.first.getTime()) / longest));
  while (chargeDate(schedule, index) < moment) index += 1;
  return index;
}

/** The whole billing intervals from one moment to another; null where the second is no charge of that anchor. */
function stepsBetween(schedule: ChargeSchedule, anchor: Date, moment: Date): number | null {
  const longest = longestMilliseconds[schedule.interval] * schedule.intervalCount * millisecondsInDay;
  let steps = Math.floor((moment.getTime() - anchor.getTime()) / longest);
  while (stepped(schedule, anchor, steps) < moment) steps += 1;
  return stepped(schedule, anchor, steps).getTime() === moment.getTime() ? steps : null;
}

function stepped({ interval, intervalCount }: ChargeSchedule, from: Date, steps: number): Date {
  return new Date(add(new UTCDate(from), { [units[interval]]: intervalCount * steps }).getTime());
}
