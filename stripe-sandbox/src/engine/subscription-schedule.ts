import type Stripe from 'stripe';
import { idOf, newId } from '../ids.ts';
import type { Work } from '../storage/work.ts';
import type { Period } from './periods.ts';
import type { SubscriptionMemory } from './segments.ts';

type Schedule = Stripe.SubscriptionSchedule;

/** A schedule of a live subscription with the subscription's current state as its only phase. */
export function scheduleFrom(subscription: Stripe.Subscription, period: Period, now: number): Schedule {
  return {
    id: newId('sub_sched'),
    object: 'subscription_schedule',
    application: null,
    billing_mode: { flexible: { proration_discounts: 'itemized' }, type: 'flexible' },
    canceled_at: null,
    completed_at: null,
    created: now,
    current_phase: { start_date: period.start, end_date: period.end },
    customer: subscription.customer,
    customer_account: null,
    default_settings: {
      application_fee_percent: null,
      automatic_tax: structuredClone(subscription.automatic_tax),
      billing_cycle_anchor: 'automatic',
      billing_thresholds: null,
      collection_method: subscription.collection_method,
      default_payment_method: subscription.default_payment_method,
      description: subscription.description,
      invoice_settings: {
        account_tax_ids: null,
        custom_fields: null,
        days_until_due: subscription.days_until_due,
        description: null,
        footer: null,
        issuer: { type: 'self' },
      },
      on_behalf_of: null,
      transfer_data: null,
    },
    end_behavior: 'release',
    livemode: false,
    metadata: {},
    pause_schedules: [],
    phases: [presentPhase(subscription, period)],
    released_at: null,
    released_subscription: null,
    status: 'active',
    subscription: subscription.id,
    test_clock: subscription.test_clock,
  };
}

/** The current phase of a subscription, from its current state. */
function presentPhase(subscription: Stripe.Subscription, period: Period): Stripe.SubscriptionSchedule.Phase {
  return {
    ...emptyPhase(subscription.currency, period),
    discounts: reused(subscription.discounts),
    items: subscription.items.data.map((item) => ({
      billing_thresholds: null,
      discounts: reused(item.discounts),
      metadata: { ...item.metadata },
      plan: item.price.id,
      price: item.price.id,
      quantity: item.quantity ?? 1,
      tax_rates: structuredClone(item.tax_rates ?? []),
    })),
    metadata: { ...subscription.metadata },
    proration_behavior: 'create_prorations',
    trial_end: subscription.trial_end !== null && subscription.trial_end > period.start ? subscription.trial_end : null,
  };
}

/** A phase without items and settings of its own. */
export function emptyPhase(currency: string, { start, end }: Period): Stripe.SubscriptionSchedule.Phase {
  return {
    add_invoice_items: [],
    application_fee_percent: null,
    billing_cycle_anchor: null,
    billing_thresholds: null,
    collection_method: null,
    currency,
    default_payment_method: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    end_date: end,
    invoice_settings: null,
    items: [],
    metadata: {},
    on_behalf_of: null,
    proration_behavior: 'none',
    start_date: start,
    transfer_data: null,
    trial_end: null,
  };
}

function reused(discounts: (string | { id: string })[]): Stripe.SubscriptionSchedule.Phase.Discount[] {
  return discounts.map((discount) => ({ coupon: null, discount: idOf(discount), promotion_code: null }));
}

/** The active schedule of a subscription, if it has one. */
export async function findActiveSchedule(work: Work, subscription: Stripe.Subscription): Promise<Schedule | undefined> {
  const id = idOf(subscription.schedule);
  return id === null ? undefined : work.find('subscription_schedule', id);
}

/** The current phase and its index. */
export function currentPhase(schedule: Schedule): { phase: Stripe.SubscriptionSchedule.Phase; index: number } {
  const index = schedule.phases.findIndex(({ start_date: start }) => start === schedule.current_phase?.start_date);
  const phase = schedule.phases[index];
  if (phase === undefined) throw new Error(`${schedule.id} has no current phase`);
  return { phase, index };
}

/** Ends a schedule. The subscription continues unchanged. */
export async function releaseSchedule(work: Work, schedule: Schedule): Promise<void> {
  const subscription = await work.get('subscription', idOf(schedule.subscription) ?? '');
  schedule.status = 'released';
  schedule.released_at = work.now;
  schedule.released_subscription = subscription.id;
  schedule.subscription = null;
  schedule.current_phase = null;
  subscription.schedule = null;
  delete work.internal<SubscriptionMemory>(subscription.id).phaseEnds;
  work.announce('subscription_schedule.released', schedule);
}

/** Cancels the schedule of a subscription that has ended. */
export async function cancelSchedule(work: Work, subscription: Stripe.Subscription): Promise<void> {
  const schedule = await findActiveSchedule(work, subscription);
  delete work.internal<SubscriptionMemory>(subscription.id).phaseEnds;
  if (schedule === undefined || schedule.status !== 'active') return;
  schedule.status = 'canceled';
  schedule.canceled_at = work.now;
  schedule.current_phase = null;
  work.announce('subscription_schedule.canceled', schedule);
}

/**
 * Updates the current phase after a direct change of the subscription. Assumed: later phases stay, and override the
 * change when they begin.
 */
export async function followDirectChange(work: Work, subscription: Stripe.Subscription): Promise<void> {
  const schedule = await findActiveSchedule(work, subscription);
  if (schedule === undefined || schedule.status !== 'active') return;
  const { phase, index } = currentPhase(schedule);
  const { automatic_tax: _tax, ...former } = phase;
  const { discounts, items, metadata } = presentPhase(subscription, { start: phase.start_date, end: phase.end_date });
  schedule.phases[index] = {
    ...former,
    ...(phase.automatic_tax && { automatic_tax: phase.automatic_tax }),
    discounts,
    items,
    metadata,
  };
}
