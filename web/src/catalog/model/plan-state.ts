import type { SubscriptionPlan } from '@portico/contract';

/** The state of a plan for the account; its tag names it. */
export type PlanState = 'current' | 'expired' | 'upcoming' | null;

/** @param now the moment to compare the sale's beginning with */
export function planStateOf(
  { subscribeAction, startDate }: Pick<SubscriptionPlan, 'subscribeAction' | 'startDate'>,
  now = new Date(),
): PlanState {
  if (subscribeAction === 'ChangeOptions') return 'current';
  if (subscribeAction === 'Resubscribe') return 'expired';
  return startDate !== null && new Date(startDate) > now ? 'upcoming' : null;
}

/** What stands at the foot of a plan's card. */
export type PlanOffer =
  | { kind: 'contact'; url: string | null }
  | { kind: 'buy' }
  | { kind: 'unavailable'; reason: 'trialUsed' | 'upcoming' | 'notOnSale' }
  /** The user may not buy: no button and no reason, others of the account may. */
  | { kind: 'none' };

/** @param contact the vendor's contact address, for a manual plan without one of its own; null where there is none */
export function offerOf(
  plan: SubscriptionPlan,
  { mayBuy, contact, now = new Date() }: { mayBuy: boolean; contact: string | null; now?: Date },
): PlanOffer {
  if (plan.subscribeAction === 'Contact') return { kind: 'contact', url: plan.contactUrl ?? contact };
  if (!mayBuy) return { kind: 'none' };
  if (plan.canSubscribe && plan.pricePlans.length > 0) return { kind: 'buy' };
  if (planStateOf(plan, now) === 'upcoming') return { kind: 'unavailable', reason: 'upcoming' };
  return { kind: 'unavailable', reason: plan.isTrial ? 'trialUsed' : 'notOnSale' };
}
