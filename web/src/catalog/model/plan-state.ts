import type { SubscriptionPlan } from '@portico/contract';

/** The state of a plan for the account, shown as its tag. */
export type PlanState = 'current' | 'expired' | 'upcoming' | null;

/** @param now the time to compare with the start of sale */
export function findPlanState(
  { subscribeAction, startDate }: Pick<SubscriptionPlan, 'subscribeAction' | 'startDate'>,
  now = new Date(),
): PlanState {
  if (subscribeAction === 'ChangeOptions') return 'current';
  if (subscribeAction === 'Resubscribe') return 'expired';
  return startDate !== null && new Date(startDate) > now ? 'upcoming' : null;
}

/** The content of a plan card's foot. */
export type PlanOffer =
  | { kind: 'contact'; url: string | null }
  | { kind: 'buy' }
  | { kind: 'unavailable'; reason: 'trialUsed' | 'upcoming' | 'notOnSale' }
  /** The user may not buy: no button and no reason, because other users of the account may. */
  | { kind: 'none' };

/** @param contact the vendor's contact address, for a manual plan without its own; null if the vendor has none */
export function findOffer(
  plan: SubscriptionPlan,
  { mayBuy, contact, now = new Date() }: { mayBuy: boolean; contact: string | null; now?: Date },
): PlanOffer {
  if (plan.subscribeAction === 'Contact') return { kind: 'contact', url: plan.contactUrl ?? contact };
  if (!mayBuy) return { kind: 'none' };
  if (plan.canSubscribe && plan.pricePlans.length > 0) return { kind: 'buy' };
  if (findPlanState(plan, now) === 'upcoming') return { kind: 'unavailable', reason: 'upcoming' };
  return { kind: 'unavailable', reason: plan.isTrial ? 'trialUsed' : 'notOnSale' };
}
