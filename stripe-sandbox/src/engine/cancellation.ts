import type Stripe from 'stripe';
import { idOf } from '../ids.ts';
import { ALL, type ListQuery } from '../storage/select.ts';
import type { Work } from '../storage/work.ts';
import { recordBalanceChange } from './balance.ts';
import type { SubscriptionMemory } from './segments.ts';
import { cancelSchedule } from './subscription-schedule.ts';

/** Ends a subscription now. Its unpaid invoices stay open, but are no longer collected automatically. */
export async function endSubscription(
  work: Work,
  subscription: Stripe.Subscription,
  reason: Stripe.Subscription.CancellationDetails.Reason | null,
): Promise<void> {
  subscription.status = 'canceled';
  subscription.canceled_at ??= work.now;
  subscription.ended_at = work.now;
  subscription.pending_update = null;
  if (subscription.cancellation_details !== null) subscription.cancellation_details.reason ??= reason;
  work.setDue(subscription.id, null);
  await cancelSchedule(work, subscription);
  await stopCollecting(work, { related: [subscription.id] });
  work.announce('customer.subscription.deleted', subscription);
}

/** Turns off automatic finalization and collection of the subscription's unpaid invoices. */
export async function stopCollecting(work: Work, of: Pick<ListQuery, 'customer' | 'related'>): Promise<void> {
  const unpaid = await work.list('invoice', { ...of, match: { status: ['draft', 'open'] }, limit: ALL });
  for (const invoice of unpaid) {
    invoice.auto_advance = false;
    invoice.next_payment_attempt = null;
    invoice.automatically_finalizes_at = null;
    work.setDue(invoice.id, null);
  }
}

/**
 * Voids an open invoice and returns the balance that it used. A pending update that waited for it is dropped. A
 * subscription that was past due for this invoice alone becomes active.
 */
export async function voidInvoice(work: Work, invoice: Stripe.Invoice): Promise<void> {
  invoice.status = 'void';
  invoice.status_transitions.voided_at = work.now;
  invoice.auto_advance = false;
  invoice.next_payment_attempt = null;
  work.setDue(invoice.id, null);
  await dropOpenPayments(work, invoice);
  const customer = await work.find('customer', idOf(invoice.customer) ?? '');
  const applied = (invoice.ending_balance ?? invoice.starting_balance) - invoice.starting_balance;
  if (applied !== 0 && customer !== undefined)
    recordBalanceChange(work, customer, -applied, 'unapplied_from_invoice', { invoice: invoice.id });
  work.announce('invoice.voided', invoice);
  const subscription = await work.find('subscription', idOf(invoice.parent?.subscription_details?.subscription) ?? '');
  if (subscription === undefined) return;
  const memory = work.internal<SubscriptionMemory>(subscription.id);
  if (memory.pendingUpdate?.invoice === invoice.id) {
    delete memory.pendingUpdate;
    subscription.pending_update = null;
  }
  if (subscription.status === 'past_due' && !(await owesMore(work, subscription, invoice)))
    subscription.status = subscription.trial_end !== null && subscription.trial_end > work.now ? 'trialing' : 'active';
}

/** True when the subscription has another unpaid invoice. */
async function owesMore(work: Work, subscription: Stripe.Subscription, voided: Stripe.Invoice): Promise<boolean> {
  const open = await work.list('invoice', { related: [subscription.id], match: { status: 'open' }, limit: 2 });
  return open.some(({ id }) => id !== voided.id);
}

/** Cancels the open payments of an invoice. */
export async function dropOpenPayments(work: Work, invoice: Stripe.Invoice): Promise<void> {
  for (const payment of await work.list('invoice_payment', {
    related: [invoice.id],
    match: { status: 'open' },
    limit: ALL,
  })) {
    payment.status = 'canceled';
    payment.status_transitions.canceled_at = work.now;
    const intent = await work.find('payment_intent', idOf(payment.payment.payment_intent) ?? '');
    if (intent === undefined || intent.status === 'succeeded' || intent.status === 'canceled') continue;
    intent.status = 'canceled';
    intent.canceled_at = work.now;
    intent.cancellation_reason = 'void_invoice';
    intent.next_action = null;
    work.announce('payment_intent.canceled', intent);
  }
}

/** Expires an incomplete subscription whose first payment is late. */
export async function expireIncomplete(work: Work, subscription: Stripe.Subscription): Promise<void> {
  subscription.status = 'incomplete_expired';
  subscription.ended_at = work.now;
  work.setDue(subscription.id, null);
  for (const invoice of await work.list('invoice', {
    related: [subscription.id],
    match: { status: 'open' },
    limit: ALL,
  })) {
    await voidInvoice(work, invoice);
  }
}
