import type Stripe from 'stripe';
import type { Work } from '../storage/work.ts';
import { billSubscription } from './billing.ts';
import { currentPeriod } from './change.ts';
import { type LineDraft, subscriptionLine } from './lines.ts';
import { cycleDate, type Period, periodAt } from './periods.ts';
import { nextPeriodEnd } from './schedule.ts';
import { dropEnded, type SubscriptionMemory } from './segments.ts';
import { setPeriod } from './subscription-shape.ts';

/** The period after the current one of an item. */
export function followingPeriod(subscription: Stripe.Subscription, item: Stripe.SubscriptionItem): Period {
  const start = item.current_period_end;
  const cycle = item.price.recurring;
  if (cycle === null) return { start, end: start };
  const aligned = periodAt(subscription.billing_cycle_anchor, cycle, start);
  return aligned.start === start
    ? aligned
    : { start, end: aligned.end > start ? aligned.end : cycleDate(start, cycle, 1) };
}

/** Moves each item whose period is over into the next one and drafts the invoice. */
export async function renew(work: Work, subscription: Stripe.Subscription): Promise<Stripe.Invoice> {
  const over = nextPeriodEnd(subscription);
  const former = currentPeriod(subscription);
  const lines: LineDraft[] = [];
  for (const item of subscription.items.data) {
    if (item.current_period_end > over) continue;
    const period = followingPeriod(subscription, item);
    setPeriod(item, period);
    lines.push(await subscriptionLine(work, subscription.id, item, period));
  }
  dropEnded(work.internal<SubscriptionMemory>(subscription.id), over);
  return billSubscription(work, subscription, lines, { reason: 'subscription_cycle', period: former });
}
