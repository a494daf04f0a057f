import type Stripe from 'stripe';

/** A half-open interval in seconds: from `start` to before `end`. */
export interface Period {
  start: number;
  end: number;
}

export const HOUR = 3600;
export const DAY = 86_400;

type Cycle = Pick<Stripe.Price.Recurring, 'interval' | 'interval_count'>;

/**
 * The moment `steps` billing intervals after the anchor, in UTC. Negative steps go back. A month that is too short
 * ends on its last day; the next long month returns to the anchor's day.
 */
export function cycleDate(anchor: number, cycle: Cycle, steps: number): number {
  const count = cycle.interval_count * steps;
  if (cycle.interval === 'day') return anchor + count * DAY;
  if (cycle.interval === 'week') return anchor + count * 7 * DAY;
  const months = cycle.interval === 'year' ? count * 12 : count;
  const date = new Date(anchor * 1000);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, lastDay));
  return Math.floor(date.getTime() / 1000);
}

/** The billing period of the anchor and interval that contains a moment. */
export function periodAt(anchor: number, cycle: Cycle, moment: number): Period {
  const length = cycleDate(anchor, cycle, 1) - anchor;
  let step = Math.floor((moment - anchor) / length);
  while (cycleDate(anchor, cycle, step) > moment) step -= 1;
  while (cycleDate(anchor, cycle, step + 1) <= moment) step += 1;
  return { start: cycleDate(anchor, cycle, step), end: cycleDate(anchor, cycle, step + 1) };
}
