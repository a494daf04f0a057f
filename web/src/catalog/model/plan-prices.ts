import type { SubscriptionPlan } from '@portico/contract';

export type PricePlan = SubscriptionPlan['pricePlans'][number];

/** A billing interval: a number of days, months or years. */
export type BillingInterval = Pick<PricePlan, 'interval' | 'intervalCount'>;

export const monthly: BillingInterval = { interval: 'Month', intervalCount: 1 };

/** The approximate number of days between two payments, to compare billing intervals. */
const approximateDays = ({ interval, intervalCount }: BillingInterval) =>
  ({ Day: 1, Month: 30, Year: 365 })[interval] * intervalCount;

export const isSameBillingInterval = (one: BillingInterval, other: BillingInterval) =>
  one.interval === other.interval && one.intervalCount === other.intervalCount;

/** The billing intervals of the plans, shortest first. Trials and manual plans are ignored. */
export function listBillingIntervals(plans: readonly SubscriptionPlan[]): BillingInterval[] {
  const sold = plans.filter(({ isTrial, processingType }) => !isTrial && processingType === 0);
  const found: BillingInterval[] = [];
  for (const { amount, interval, intervalCount } of sold.flatMap(({ pricePlans }) => pricePlans)) {
    const billingInterval = { interval, intervalCount };
    if (amount > 0 && !found.some((known) => isSameBillingInterval(known, billingInterval)))
      found.push(billingInterval);
  }
  return found.sort((one, other) => approximateDays(one) - approximateDays(other));
}

/**
 * The billing interval to show first: the account's own, otherwise monthly, so that nobody pays for a year
 * unintentionally (UI-43).
 */
export function startingBillingInterval(
  billingIntervals: readonly BillingInterval[],
  own: BillingInterval | undefined,
): BillingInterval {
  const isOwn = (billingInterval: BillingInterval) => own !== undefined && isSameBillingInterval(billingInterval, own);
  const isMonthly = (billingInterval: BillingInterval) => isSameBillingInterval(billingInterval, monthly);
  return billingIntervals.find(isOwn) ?? billingIntervals.find(isMonthly) ?? billingIntervals[0] ?? monthly;
}

export type PlanPrice =
  | { kind: 'trial'; days: number | null }
  | { kind: 'free' }
  /** Sold manually, without a price. */
  | { kind: 'onRequest' }
  /** In the shown billing interval, or the plan's cheapest price if it is not sold in that interval. */
  | { kind: 'priced'; pricePlan: PricePlan };

/** The price on a plan's card in a billing interval. */
export function findPlanPrice(plan: SubscriptionPlan, billingInterval: BillingInterval): PlanPrice {
  if (plan.isTrial) return { kind: 'trial', days: plan.trialDays };
  const cheapest = [...plan.pricePlans].sort((a, b) => a.amountPerMonth - b.amountPerMonth);
  const sold = cheapest.filter(({ amount }) => amount > 0);
  const pricePlan = sold.find((candidate) => isSameBillingInterval(candidate, billingInterval)) ?? sold[0];
  if (pricePlan) return { kind: 'priced', pricePlan };
  return cheapest.length > 0 ? { kind: 'free' } : { kind: 'onRequest' };
}

/** The price of a plan's minimum quantity, and its saving; cents (UI-42). */
export function minimumPrice({ minQuantity }: Pick<SubscriptionPlan, 'minQuantity'>, pricePlan: PricePlan) {
  const quantity = Math.max(1, minQuantity);
  return { quantity, amount: pricePlan.amount * quantity, yearSavings: pricePlan.yearSavings * quantity };
}

/** The highest saving of a yearly price compared with twelve months, in whole percent; 0 without a saving. */
export function bestSavings(plans: readonly SubscriptionPlan[]): number {
  const shares = plans.flatMap(({ pricePlans }) =>
    pricePlans.map(({ interval, amountPerMonth, yearSavings }) =>
      interval === 'Year' ? yearSavings / (amountPerMonth * 12 + yearSavings || 1) : 0,
    ),
  );
  return Math.round(Math.max(0, ...shares) * 100);
}
