import type { SubscriptionPlan } from '@portico/contract';

export type { SubscriptionPlan };
export type PricePlan = SubscriptionPlan['pricePlans'][number];
export type AdditionalPrice = PricePlan['additionalPrices'][number];
export type Addon = PricePlan['addons'][number];

/** The billing interval of a price plan. */
export type BillingInterval = Pick<PricePlan, 'interval' | 'intervalCount'>;

/**
 * The price plan that is selected at first: the one with the wanted billing interval, otherwise the first.
 * @throws Error for a plan without price plans, which cannot be bought online
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
