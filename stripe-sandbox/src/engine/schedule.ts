import type Stripe from 'stripe';
import type { Work } from '../storage/work.ts';
import { DAY, HOUR } from './periods.ts';
import type { SubscriptionMemory } from './segments.ts';

/** The time limit of a first payment, after which the subscription expires. */
export const INCOMPLETE_LIFETIME = 23 * HOUR;
/** The time from the reminder to the end of the trial. */
export const TRIAL_REMINDER = 3 * DAY;
/**
 * Waits before each further attempt to collect an invoice. After the last one the subscription is canceled (STR-9). Assumed:
 * Stripe lets each account choose.
 */
export const RETRY_DELAYS = [3 * DAY, 5 * DAY, 7 * DAY];

/** The earliest end of an item's period. */
export function nextPeriodEnd(subscription: Stripe.Subscription): number {
  return Math.min(...subscription.items.data.map((item) => item.current_period_end));
}

/** The latest end of an item's period. */
export function lastPeriodEnd(subscription: Stripe.Subscription): number {
  return Math.max(...subscription.items.data.map((item) => item.current_period_end));
}

/** The next due time of a subscription, in seconds. Null if the subscription has ended. */
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
  if (memory.phaseEnds !== undefined) times.push(memory.phaseEnds);
  if (subscription.pending_update !== null) times.push(subscription.pending_update.expires_at);
  if (subscription.pause_collection?.resumes_at) times.push(subscription.pause_collection.resumes_at);
  return times.length === 0 ? null : Math.min(...times);
}

/** Stores the next due time of a subscription. Must be called after every change. */
export function schedule(work: Work, subscription: Stripe.Subscription): void {
  work.setDue(subscription.id, nextDue(subscription, work.internal<SubscriptionMemory>(subscription.id)));
}
