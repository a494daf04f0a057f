import type { PricePlan, SubscriptionPlan } from './plan.ts';

/** What happened elsewhere to a plan during a purchase. */
export type Overtaken = null | 'active' | 'changed';

/** The account's units of a price plan, as a text to compare. */
export const unitsKey = ({ currentDeviceCount, additionalPrices, addons }: PricePlan) =>
  JSON.stringify([
    currentDeviceCount,
    additionalPrices.map(({ id, quantity }) => [id, quantity]),
    addons.map(({ id, currentQuantity }) => [id, currentQuantity]),
  ]);

/**
 * Whether the account's units of the plan changed during the purchase, in another window or by another user, so that
 * the purchase is outdated (PUR-33). `active`: the account now has this plan.
 * @param begun the plan when the purchase was started
 */
export function overtakenBy(begun: SubscriptionPlan, now: SubscriptionPlan): Overtaken {
  if (begun.subscribeAction !== now.subscribeAction) {
    return now.subscribeAction === 'ChangeOptions' ? 'active' : 'changed';
  }
  if (begun.canSubscribe !== now.canSubscribe) return 'changed';
  const isMoved = now.pricePlans.some((pricePlan) => {
    const before = begun.pricePlans.find(({ id }) => id === pricePlan.id);
    return before !== undefined && unitsKey(before) !== unitsKey(pricePlan);
  });
  return isMoved ? 'changed' : null;
}
