import type { SubscriptionPlan } from '@portico/contract';

export type { SubscriptionPlan };
export type PricePlan = SubscriptionPlan['pricePlans'][number];
export type AdditionalPrice = PricePlan['additionalPrices'][number];
export type Addon = PricePlan['addons'][number];

/** How long one payment of a price plan lasts. */
export type BillingInterval = Pick<PricePlan, 'interval' | 'intervalCount'>;

/**
 * The price plan that is chosen at first: the one paid in the wanted billing interval, else the first.
 * @throws Error for a plan without price plans: it cannot be bought online.
 */
export function startingPricePlan(
  plan: Pick<SubscriptionPlan, 'pricePlans'>,
  wanted: Partial<BillingInterval> | undefined,
): PricePlan {
  const [first] = plan.pricePlans;
  if (!first) throw new Error('a plan without price plans cannot be bought');
  const sameInterval = plan.pricePlans.filter(({ interval }) => interval === wanted?.interval);
  return sameInterval.find(({ intervalCount }) => intervalCount === wanted?.intervalCount) ?? sameInterval[0] ?? first;
}
