import type Stripe from 'stripe';
import { invalidRequest } from '../errors.ts';
import type { Work } from '../storage/work.ts';
import { billSubscription, fullPrice } from './billing.ts';
import { pendingItems } from './invoicing.ts';
import { changeItems, type GivenItem, type ItemChanges } from './items.ts';
import { subscriptionLine } from './lines.ts';
import { periodAt } from './periods.ts';
import { chargeItem, creditItem } from './proration.ts';
import { nextPeriodEnd } from './schedule.ts';
import type { SubscriptionMemory } from './segments.ts';
import { setPeriod } from './subscription-shape.ts';

/** A change of a subscription's items or billing times. Times in seconds. */
export interface BillingChange {
  items?: GivenItem[] | undefined;
  prorationBehavior: 'none' | 'create_prorations' | 'always_invoice';
  /** The moment from which prorations are computed. Default: now. */
  prorationDate?: number | undefined;
  trialEnd?: number | 'now' | undefined;
  resetAnchor?: boolean | undefined;
}

/**
 * Changes a subscription. Prorations become pending invoice items. Returns the drafted invoice, if one is due now.
 * Previews use this same function.
 */
export async function changeBilling(
  work: Work,
  subscription: Stripe.Subscription,
  change: BillingChange,
): Promise<Stripe.Invoice | null> {
  const date = prorationDate(work, subscription, change);
  const wasTrial = subscription.status === 'trialing';
  const endsTrial = wasTrial && change.trialEnd === 'now';
  const before = {
    total: fullPrice(subscription),
    period: currentPeriod(subscription),
    items: structuredClone(subscription.items.data),
  };
  const changes: ItemChanges =
    change.items === undefined
      ? { credited: [], charged: [], changesInterval: false }
      : await changeItems(work, subscription, change.items, before.period);

  if (typeof change.trialEnd === 'number') return moveTrialEnd(work, subscription, change, before.items);
  if (wasTrial && !endsTrial) return null;

  const becomesPaid = before.total === 0 && fullPrice(subscription) > 0;
  if (endsTrial || change.resetAnchor || changes.changesInterval || becomesPaid) {
    return startNewCycle(work, subscription, { ...change, date, before: before.items, formerPeriod: before.period });
  }
  if (change.prorationBehavior === 'none') return null;
  for (const item of changes.credited) {
    await creditItem(work, subscription, item, date);
    const after = changes.charged.find(({ id }) => id === item.id);
    if (after !== undefined) await chargeItem(work, subscription, after, date);
  }
  for (const item of changes.charged) {
    if (!changes.credited.some(({ id }) => id === item.id)) await chargeItem(work, subscription, item, date);
  }
  if (change.prorationBehavior !== 'always_invoice') return null;
  return billPending(work, subscription, change.prorationDate);
}

/** Drafts an invoice of a subscription's pending items. Null without pending items. */
export async function billPending(
  work: Work,
  subscription: Stripe.Subscription,
  date?: number,
): Promise<Stripe.Invoice | null> {
  const items = await pendingItems(work, subscription.customer as string, subscription.currency, subscription.id);
  if (items.length === 0) return null;
  return billSubscription(work, subscription, [], {
    reason: 'subscription_update',
    period: currentPeriod(subscription),
    prorationDate: date,
  });
}

function prorationDate(work: Work, subscription: Stripe.Subscription, change: BillingChange): number {
  const { prorationDate: given } = change;
  if (given === undefined) return work.now;
  const { start, end } = currentPeriod(subscription);
  if (given < start || given > end) {
    throw invalidRequest('Cannot specify `proration_date` outside of the current billing period.', {
      param: 'proration_date',
    });
  }
  return given;
}

/** Restarts billing now: unused time is credited, and a full period is due. */
async function startNewCycle(
  work: Work,
  subscription: Stripe.Subscription,
  change: BillingChange & {
    date: number;
    before: Stripe.SubscriptionItem[];
    formerPeriod: { start: number; end: number };
  },
): Promise<Stripe.Invoice> {
  if (change.prorationBehavior !== 'none') {
    for (const item of change.before) await creditItem(work, subscription, item, change.date);
  }
  const memory = work.internal<SubscriptionMemory>(subscription.id);
  memory.billed = [];
  subscription.billing_cycle_anchor = work.now;
  if (subscription.status === 'trialing') {
    subscription.trial_end = work.now;
    subscription.status = 'active';
  }
  const lines = [];
  for (const item of subscription.items.data) {
    if (item.price.recurring === null) continue;
    setPeriod(item, periodAt(work.now, item.price.recurring, work.now));
    lines.push(
      await subscriptionLine(work, subscription.id, item, {
        start: item.current_period_start,
        end: item.current_period_end,
      }),
    );
  }
  return billSubscription(work, subscription, lines, {
    reason: 'subscription_update',
    period: change.formerPeriod,
    prorationDate: change.prorationDate,
  });
}

/** Starts, extends or shortens a trial: nothing is due until its new end, and unused paid time is credited. */
async function moveTrialEnd(
  work: Work,
  subscription: Stripe.Subscription,
  change: BillingChange,
  before: Stripe.SubscriptionItem[],
): Promise<Stripe.Invoice | null> {
  const end = change.trialEnd as number;
  if (end <= work.now)
    throw invalidRequest('Invalid timestamp: must be an integer Unix timestamp in the future.', { param: 'trial_end' });
  if (subscription.status !== 'trialing') {
    if (change.prorationBehavior !== 'none')
      for (const item of before) await creditItem(work, subscription, item, work.now);
    subscription.trial_start = work.now;
  }
  const memory = work.internal<SubscriptionMemory>(subscription.id);
  memory.billed = [];
  delete memory.trialReminderSent;
  subscription.trial_end = end;
  subscription.billing_cycle_anchor = end;
  subscription.status = 'trialing';
  const lines = [];
  for (const item of subscription.items.data) {
    setPeriod(item, { start: work.now, end });
    lines.push(await subscriptionLine(work, subscription.id, item, { start: work.now, end }, { trial: true }));
  }
  return billSubscription(work, subscription, lines, {
    reason: 'subscription_update',
    period: { start: work.now, end: work.now },
  });
}

export function currentPeriod(subscription: Stripe.Subscription): { start: number; end: number } {
  const [first] = [...subscription.items.data].sort((a, b) => a.current_period_end - b.current_period_end);
  return {
    start: first?.current_period_start ?? subscription.created,
    end: first?.current_period_end ?? nextPeriodEnd(subscription),
  };
}
