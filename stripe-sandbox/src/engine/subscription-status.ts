import type Stripe from 'stripe';
import { idOf } from '../ids.ts';
import type { Work } from '../storage/work.ts';
import { endSubscription } from './cancellation.ts';
import { RETRY_DELAYS, schedule } from './schedule.ts';
import type { SubscriptionMemory } from './segments.ts';

/** The subscription that an invoice bills, if any. */
export async function findBilledSubscription(
  work: Work,
  invoice: Stripe.Invoice,
): Promise<Stripe.Subscription | undefined> {
  const id = idOf(invoice.parent?.subscription_details?.subscription);
  return id === null ? undefined : work.find('subscription', id);
}

/** Updates the customer and subscription of a paid invoice. */
export async function afterPayment(work: Work, invoice: Stripe.Invoice): Promise<void> {
  const customer = await work.find('customer', idOf(invoice.customer) ?? '');
  if (customer !== undefined) customer.delinquent = false;
  const subscription = await findBilledSubscription(work, invoice);
  if (subscription === undefined) return;
  const memory = work.internal<SubscriptionMemory>(subscription.id);
  if (memory.pendingUpdate?.invoice === invoice.id) applyPendingUpdate(work, subscription, memory);
  const waits =
    subscription.status === 'incomplete' || subscription.status === 'past_due' || subscription.status === 'unpaid';
  if (waits && subscription.latest_invoice === invoice.id) {
    subscription.status = subscription.trial_end !== null && subscription.trial_end > work.now ? 'trialing' : 'active';
  }
  if (subscription.payment_settings?.save_default_payment_method === 'on_subscription')
    await setDefaultMethod(work, subscription, invoice);
  schedule(work, subscription);
}

function applyPendingUpdate(work: Work, subscription: Stripe.Subscription, memory: SubscriptionMemory): void {
  if (memory.pendingUpdate === undefined) return;
  const { data, billed } = memory.pendingUpdate;
  const endsTrial = subscription.status === 'trialing' && (data.trial_end === null || data.trial_end <= work.now);
  const status = endsTrial ? 'active' : subscription.status;
  Object.assign(subscription, structuredClone(data), { pending_update: null, status });
  memory.billed = billed;
  delete memory.pendingUpdate;
  work.announce('customer.subscription.pending_update_applied', subscription);
}

async function setDefaultMethod(work: Work, subscription: Stripe.Subscription, invoice: Stripe.Invoice): Promise<void> {
  const [payment] = await work.list('invoice_payment', { related: [invoice.id], match: { status: 'paid' }, limit: 1 });
  const intent = await work.find('payment_intent', idOf(payment?.payment.payment_intent) ?? '');
  const methodId = idOf(intent?.payment_method);
  const method = methodId === null ? undefined : await work.find('payment_method', methodId);
  if (method !== undefined && method.customer === subscription.customer)
    subscription.default_payment_method = method.id;
}

/**
 * Applies a failed or waiting payment. A live subscription becomes past due and is canceled after the last retry. A
 * first invoice leaves its subscription incomplete. A pending update changes nothing and is not retried
 * (docs.stripe.com/billing/subscriptions/pending-updates-reference). A try that was not scheduled changes no schedule.
 */
export async function afterFailure(work: Work, invoice: Stripe.Invoice, isScheduled = true): Promise<void> {
  work.announce('invoice.payment_failed', invoice);
  const customer = await work.find('customer', idOf(invoice.customer) ?? '');
  if (customer !== undefined) customer.delinquent = true;
  const subscription = await findBilledSubscription(work, invoice);
  if (subscription?.status === 'incomplete') return;
  if (subscription !== undefined) {
    const { pendingUpdate } = work.internal<SubscriptionMemory>(subscription.id);
    if (pendingUpdate?.invoice === invoice.id) return;
  }
  if (subscription?.status === 'active' || subscription?.status === 'trialing') subscription.status = 'past_due';
  if (!invoice.auto_advance || invoice.collection_method !== 'charge_automatically' || !isScheduled) return;
  const delay = RETRY_DELAYS[invoice.attempt_count - 1];
  if (delay !== undefined) {
    invoice.next_payment_attempt = work.now + delay;
    work.setDue(invoice.id, invoice.next_payment_attempt);
    return;
  }
  invoice.next_payment_attempt = null;
  work.setDue(invoice.id, null);
  if (subscription !== undefined && subscription.ended_at === null)
    await endSubscription(work, subscription, 'payment_failed');
}
