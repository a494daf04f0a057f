import type { Application } from '@portico/contract';
import type { Plan, Price } from './catalog.types.ts';

/** An amount and its interval. */
type RecurringAmount = Pick<Price, 'amount' | 'interval' | 'intervalCount'>;

/** Cents per month, rounded to the nearest cent (CAT-11). A year has twelve months, a month 365 / 12 days. */
export function amountPerMonth({ amount, interval, intervalCount }: RecurringAmount): number {
  switch (interval) {
    case 'Year':
      return Math.round(amount / (12 * intervalCount));
    case 'Month':
      return Math.round(amount / intervalCount);
    case 'Day':
      return Math.round((amount * 365) / 12 / intervalCount);
  }
}

/** Cents saved in a year against 12 payments of the plan's monthly price (CAT-12). Never negative. */
export function yearSavings(price: RecurringAmount, plan: Plan): number {
  const monthly = plan.pricePlans.find(({ interval, intervalCount }) => interval === 'Month' && intervalCount === 1);
  if (!monthly || price.interval === 'Day') return 0;
  const months = price.interval === 'Year' ? 12 * price.intervalCount : price.intervalCount;
  return Math.max(0, 12 * monthly.amount - Math.round((price.amount * 12) / months));
}

/** The lowest price per month, in cents, or null. */
export function fromAmountPerMonth(plans: readonly Plan[]): number | null {
  const amounts = plans.flatMap(({ pricePlans }) => pricePlans.map(amountPerMonth));
  return amounts.length > 0 ? Math.min(...amounts) : null;
}

/** The payment for the smallest quantity of the plan and price that cost the least per month (UI-42); null if there is no price. */
export function lowestPayment(plans: readonly Plan[]): Application['from'] {
  const payments = plans.flatMap(({ pricePlans, minQuantity }) => {
    const quantity = Math.max(1, minQuantity);
    return pricePlans.map(({ amount, currency, interval, intervalCount }) => ({
      amount: amount * quantity,
      currency,
      interval,
      intervalCount,
      quantity,
    }));
  });
  return payments.toSorted((one, other) => amountPerMonth(one) - amountPerMonth(other))[0] ?? null;
}
