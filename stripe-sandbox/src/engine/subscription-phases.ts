import type Stripe from 'stripe';
import { mergeMetadata } from '../endpoint.ts';
import { idOf } from '../ids.ts';
import type { Work } from '../storage/work.ts';
import { endSubscription } from './cancellation.ts';
import { currentPeriod } from './change.ts';
import { type GivenDiscount, redeem } from './discounts.ts';
import type { SubscriptionMemory } from './segments.ts';
import { currentPhase, findActiveSchedule, releaseSchedule } from './subscription-schedule.ts';
import { buildItem } from './subscription-shape.ts';

type Phase = Stripe.SubscriptionSchedule.Phase;

/**
 * Ends the current phase of a subscription's schedule if it is over at `work.now`: the next phase begins, or the
 * schedule ends. Returns true if the subscription ended with the schedule.
 */
export async function endDuePhase(work: Work, subscription: Stripe.Subscription): Promise<boolean> {
  const memory = work.internal<SubscriptionMemory>(subscription.id);
  if (memory.phaseEnds === undefined || memory.phaseEnds > work.now) return false;
  const schedule = await findActiveSchedule(work, subscription);
  if (schedule === undefined || schedule.status !== 'active') {
    delete memory.phaseEnds;
    return false;
  }
  const next = schedule.phases[currentPhase(schedule).index + 1];
  if (next !== undefined) {
    schedule.current_phase = { start_date: next.start_date, end_date: next.end_date };
    memory.phaseEnds = next.end_date;
    await beginPhase(work, subscription, schedule, next);
    return false;
  }
  if (schedule.end_behavior !== 'cancel') {
    await releaseSchedule(work, schedule);
    return false;
  }
  schedule.status = 'completed';
  schedule.completed_at = work.now;
  schedule.current_phase = null;
  work.announce('subscription_schedule.completed', schedule);
  await endSubscription(work, subscription, 'cancellation_requested');
  return true;
}

/** Applies a phase to its subscription. Nothing is prorated, because the renewal charges the new items. */
async function beginPhase(
  work: Work,
  subscription: Stripe.Subscription,
  schedule: Stripe.SubscriptionSchedule,
  phase: Phase,
): Promise<void> {
  subscription.discounts = await begunDiscounts(work, subscription, phase);
  await setItems(work, subscription, phase);
  subscription.metadata = mergeMetadata(subscription.metadata, phase.metadata);
  const settings = schedule.default_settings;
  const tax = phase.automatic_tax ?? settings.automatic_tax;
  if (tax !== undefined) subscription.automatic_tax = structuredClone(tax);
  // Assumed: without a card of the phase or the schedule, the customer's default card pays.
  subscription.default_payment_method = phase.default_payment_method ?? settings.default_payment_method;
}

async function begunDiscounts(work: Work, subscription: Stripe.Subscription, phase: Phase): Promise<string[]> {
  const before = subscription.discounts.map((discount) => idOf(discount));
  const after = await redeem(work, phase.discounts.map(givenDiscount), ownerOf(subscription));
  for (const id of before)
    if (!after.includes(id)) work.announce('customer.discount.deleted', await work.get('discount', id));
  return after;
}

/** Items with the same price stay. New ones get the current period, so that all renew together. */
async function setItems(work: Work, subscription: Stripe.Subscription, phase: Phase): Promise<void> {
  const before = subscription.items.data;
  const period = currentPeriod(subscription);
  const items: Stripe.SubscriptionItem[] = [];
  for (const wanted of phase.items) {
    const price = await work.get('price', idOf(wanted.price));
    const kept = before.find((item) => item.price.id === price.id);
    const item =
      kept ??
      buildItem(subscription.id, price, wanted.quantity ?? 1, period, { now: work.now, metadata: {}, discounts: [] });
    item.quantity = wanted.quantity ?? 1;
    item.metadata = mergeMetadata(item.metadata, wanted.metadata);
    const owner = { ...ownerOf(subscription), subscriptionItem: item.id };
    item.discounts = await redeem(work, wanted.discounts.map(givenDiscount), owner);
    items.push(item);
  }
  subscription.items.data = items;
}

const ownerOf = ({ id, customer, currency }: Stripe.Subscription) => ({
  customer: idOf(customer),
  currency,
  subscription: id,
});

function givenDiscount({
  coupon,
  discount,
  promotion_code: code,
}: Stripe.SubscriptionSchedule.Phase.Discount): GivenDiscount {
  if (discount !== null) return { discount: idOf(discount) };
  return code === null ? { coupon: idOf(coupon) ?? '' } : { promotion_code: idOf(code) };
}
