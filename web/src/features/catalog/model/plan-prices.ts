import type { SubscriptionPlan } from '@portico/contract';

export type PricePlan = SubscriptionPlan['pricePlans'][number];
export type Interval = PricePlan['interval'];

const order: readonly Interval[] = ['Day', 'Month', 'Year'];

/** The rhythms of payment that the plans are sold in, shortest first. Trials and manual plans do not count. */
export function intervalsOf(plans: readonly SubscriptionPlan[]): Interval[] {
  const sold = plans.filter(({ isTrial, processingType }) => !isTrial && processingType === 0);
  const found = new Set(
    sold.flatMap(({ pricePlans }) => pricePlans.flatMap(({ amount, interval }) => (amount > 0 ? [interval] : []))),
  );
  return order.filter((interval) => found.has(interval));
}

/** The rhythm to show at first: the account's own, else by the year where that is sold, for it costs less. */
export function startingInterval(intervals: readonly Interval[], own: Interval | undefined): Interval {
  if (own && intervals.includes(own)) return own;
  return intervals.includes('Year') ? 'Year' : (intervals.at(-1) ?? 'Month');
}

export type PlanPrice =
  | { kind: 'trial'; days: number | null }
  | { kind: 'free' }
  /** Sold by people: there is no price to show. */
  | { kind: 'onRequest' }
  | { kind: 'priced'; pricePlan: PricePlan }
  /** Not sold in the shown rhythm: the lowest price a month, in cents. */
  | { kind: 'from'; amountPerMonth: number; currency: string };

/** What a plan's card says about money while prices are shown in one rhythm of payment. */
export function priceOf(plan: SubscriptionPlan, interval: Interval): PlanPrice {
  if (plan.isTrial) return { kind: 'trial', days: plan.trialDays };
  const cheapest = [...plan.pricePlans].sort((a, b) => a.amountPerMonth - b.amountPerMonth);
  const inRhythm = cheapest.find((pricePlan) => pricePlan.interval === interval);
  if (inRhythm && inRhythm.amount > 0) return { kind: 'priced', pricePlan: inRhythm };
  if (cheapest.length > 0 && cheapest.every(({ amount }) => amount === 0)) return { kind: 'free' };
  if (plan.fromAmountPerMonth === null || cheapest.length === 0) return { kind: 'onRequest' };
  return { kind: 'from', amountPerMonth: plan.fromAmountPerMonth, currency: cheapest[0]?.currency ?? 'usd' };
}

/** Whole percent that the best yearly price saves against twelve months; 0 when none does. */
export function bestSavings(plans: readonly SubscriptionPlan[]): number {
  const shares = plans.flatMap(({ pricePlans }) =>
    pricePlans.map(({ interval, amountPerMonth, yearSavings }) =>
      interval === 'Year' ? yearSavings / (amountPerMonth * 12 + yearSavings || 1) : 0,
    ),
  );
  return Math.round(Math.max(0, ...shares) * 100);
}
