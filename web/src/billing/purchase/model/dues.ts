import type { RecurringCharge } from '@portico/contract';
import { millisecondsInDay } from '../../../lib/durations.ts';
import type { BillingInterval } from './plan.ts';

/** Whether exactly one charge occurs before the amount changes. */
function isSingle({ from, until }: RecurringCharge, { interval, intervalCount }: BillingInterval): boolean {
  if (until === null) return false;
  const [start, end] = [new Date(from), new Date(until)];
  if (interval === 'Day') return end.getTime() - start.getTime() <= intervalCount * millisecondsInDay;
  const months = (end.getUTCFullYear() - start.getUTCFullYear()) * 12 + end.getUTCMonth() - start.getUTCMonth();
  return months <= intervalCount * (interval === 'Year' ? 12 : 1);
}

/**
 * The payments after the next charge, of which the credit pays a part: the same amount again, unless it occurs once,
 * then the others.
 * @param charges each distinct amount
 * @returns `from` is null for an amount that directly follows the next charge
 */
export function afterCredit(
  charges: readonly RecurringCharge[],
  interval: BillingInterval,
): { from: string | null; total: number }[] {
  const [first, ...others] = charges;
  const again = first && !isSingle(first, interval) ? [{ from: null, total: first.total }] : [];
  return [...again, ...others.map(({ from, total }) => ({ from, total }))];
}
