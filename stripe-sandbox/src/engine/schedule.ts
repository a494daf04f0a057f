import type Stripe from 'stripe';
import type { Work } from '../storage/work.ts';
import { DAY, HOUR } from './periods.ts';
import type { SubscriptionMemory } from './segments.ts';

/** How long a first payment may take before the subscription expires. */
export const INCOMPLETE_LIFETIME = 23 * HOUR;
/** How long before a trial's end its reminder is sent. */
export const TRIAL_REMINDER = 3 * DAY;
/** Waits before each further attempt to collect an invoice; after the last one the subscription is canceled. [mem] */
export const RETRY_DELAYS = [3 * DAY, 5 * DAY, 7 * DAY];

/** The end of the item period that is over first. */
export function nextPeriodEnd(subscription: Stripe.Subscription): number {
  return Math.min(...subscription.items.data.map((item) => item.current_period_end));
}

/** The end of the item period that is over last. */
export function lastPeriodEnd(subscription: Stripe.Subscription): number {
  return Math.max(...subscription.items.data.map((item) => item.current_period_end));
}

/** When the engine has to look at a subscription next, in seconds; null for one that has ended. */
function nextDue(subscription: Stripe.Subscription, memory: SubscriptionMemory): number | null {
  const { status } = subscription;
  if (status === 'canceled' || status === 'incomplete_expired') return null;
  if (status === 'incomplete') return subscription.created + INCOMPLETE_LIFETIME;
  const times: number[] = [];
  if (subscription.cancel_at !== null) times.push(subscription.cancel_at);
  if (status !== 'paused') times.push(nextPeriodEnd(subscription));
  if (status === 'trialing' && subscription.trial_end !== null && !memory.trialReminderSent) {
    times.push(subscription.trial_end - TRIAL_REMINDER);
  }
  if (subscription.pending_update !== null) times.push(subscription.pending_update.expires_at);
  if (subscription.pause_collection?.resumes_at) times.push(subscription.pause_collection.resumes_at);
  return times.length === 0 ? null : Math.min(...times);
}

/** Notes on a subscription when it is due next. To be called after every change to it. */
export function schedule(work: Work, subscription: Stripe.Subscription): void {
  work.setDue(subscription.id, nextDue(subscription, work.internal<SubscriptionMemory>(subscription.id)));
}
