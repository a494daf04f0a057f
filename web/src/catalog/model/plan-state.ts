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
  /** The account's plan, which was canceled. */
  | { kind: 'restore' }
  | { kind: 'unavailable'; reason: 'trialUsed' | 'upcoming' | 'restoreFirst' | 'notOnSale' }
  /** The user may not buy: no button and no reason, because other users of the account may. */
  | { kind: 'none' };

interface OfferFacts {
  mayBuy: boolean;
  /** The vendor's contact address, for a manual plan without its own; null if the vendor has none. */
  contact: string | null;
  /** The account's subscription to the product must be restored before it can change (SUB-9). */
  needsRestoring?: boolean;
  now?: Date;
}

export function findOffer(
  plan: SubscriptionPlan,
  { mayBuy, contact, needsRestoring = false, now = new Date() }: OfferFacts,
): PlanOffer {
  if (plan.subscribeAction === 'Contact') return { kind: 'contact', url: plan.contactUrl ?? contact };
  if (!mayBuy) return { kind: 'none' };
  if (plan.canSubscribe && plan.pricePlans.length > 0) return { kind: 'buy' };
  if (findPlanState(plan, now) === 'upcoming') return { kind: 'unavailable', reason: 'upcoming' };
  if (plan.isTrial) return { kind: 'unavailable', reason: 'trialUsed' };
  if (!needsRestoring) return { kind: 'unavailable', reason: 'notOnSale' };
  return plan.subscribeAction === 'ChangeOptions'
    ? { kind: 'restore' }
    : { kind: 'unavailable', reason: 'restoreFirst' };
}
