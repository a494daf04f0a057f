import type { PricePlan, SubscriptionPlan } from './plan.ts';

/** What happened to a plan while it was being bought. */
export type Overtaken = null | 'active' | 'changed';

/** What the account has of a price plan, in one text to compare. */
export const holdingOf = ({ currentDeviceCount, additionalPrices, addons }: PricePlan) =>
  JSON.stringify([
    currentDeviceCount,
    additionalPrices.map(({ id, quantity }) => [id, quantity]),
    addons.map(({ id, currentQuantity }) => [id, currentQuantity]),
  ]);

/**
 * Whether what the account has of the plan changed while the purchase was being made, in another window or by another user: what was
 * begun no longer says what would happen (PUR-33). `active`: the account has this very plan now.
 * @param begun the plan as it was when the purchase was begun
 */
export function overtakenBy(begun: SubscriptionPlan, now: SubscriptionPlan): Overtaken {
  if (begun.subscribeAction !== now.subscribeAction) {
    return now.subscribeAction === 'ChangeOptions' ? 'active' : 'changed';
  }
  if (begun.canSubscribe !== now.canSubscribe) return 'changed';
  const isMoved = now.pricePlans.some((pricePlan) => {
    const before = begun.pricePlans.find(({ id }) => id === pricePlan.id);
    return before !== undefined && holdingOf(before) !== holdingOf(pricePlan);
  });
  return isMoved ? 'changed' : null;
}
