import type Stripe from 'stripe';
import { AUTHENTICATION_REQUIRED } from '../cards.ts';
import { ApiError, invalidRequest } from '../errors.ts';
import { idOf } from '../ids.ts';
import type { Work } from '../storage/work.ts';
import { type CollectionResult, collect, methodFor } from './collection.ts';
import { declined } from './decline.ts';
import { finalize, finalizeLater, openPayment } from './invoicing.ts';
import { HOUR } from './periods.ts';
import { schedule } from './schedule.ts';
import type { SubscriptionMemory } from './segments.ts';
import { createSetupIntent } from './setup.ts';

export type PaymentBehavior =
  | 'allow_incomplete'
  | 'default_incomplete'
  | 'error_if_incomplete'
  | 'pending_if_incomplete';

/** The time until a pending update expires, in seconds. */
const PENDING_LIFETIME = 23 * HOUR;

export function noMethod(): ApiError {
  return invalidRequest(
    'This customer has no attached payment source or default payment method. Please consider adding a default payment method. For more information, visit https://stripe.com/docs/billing/subscriptions/payment-methods-setting#payment-method-priority.',
    { code: 'resource_missing' },
  );
}

/** The error of a call that must leave no unpaid invoice. */
async function refusal(work: Work, invoice: Stripe.Invoice, result: CollectionResult): Promise<ApiError> {
  if (result.status === 'no_method') return noMethod();
  const open = await openPayment(work, invoice);
  const methodId = idOf(open?.intent.payment_method) ?? (await methodFor(work, invoice))?.id ?? '';
  const method = await work.get('payment_method', methodId);
  if (result.status === 'declined')
    return declined(result.decline, {
      paymentMethod: method,
      ...(result.charge === undefined ? {} : { charge: result.charge }),
    });
  return new ApiError(402, {
    type: 'card_error',
    code: 'subscription_payment_intent_requires_action',
    decline_code: AUTHENTICATION_REQUIRED.declineCode,
    message:
      'Payment for this subscription requires additional user action before it can be completed successfully. Payment can be completed using the PaymentIntent associated with the subscription.',
    payment_method: method,
  });
}

/** Finalizes the first invoice of a subscription and collects it as the caller requested. */
export async function startCollection(
  work: Work,
  subscription: Stripe.Subscription,
  invoice: Stripe.Invoice,
  behavior: PaymentBehavior,
): Promise<void> {
  if (subscription.collection_method === 'send_invoice') {
    if (subscription.status === 'incomplete') subscription.status = 'active';
    work.announce('customer.subscription.created', subscription);
    finalizeLater(work, invoice);
    schedule(work, subscription);
    return;
  }
  work.announce('customer.subscription.created', subscription);
  await finalize(work, invoice);
  if (invoice.amount_due === 0) {
    await collect(work, invoice);
    if ((await methodFor(work, invoice)) === null) {
      subscription.pending_setup_intent = createSetupIntent(work, { customer: idOf(subscription.customer) }).id;
    }
  } else if (behavior === 'default_incomplete') {
    await awaitConfirmation(work, invoice);
  } else {
    const result = await collect(work, invoice);
    if (result.status === 'no_method') throw noMethod();
    if (result.status !== 'succeeded' && behavior === 'error_if_incomplete') throw await refusal(work, invoice, result);
  }
  schedule(work, subscription);
}

/** Leaves the payment to the browser. A default card needs only confirmation. */
async function awaitConfirmation(work: Work, invoice: Stripe.Invoice): Promise<void> {
  const open = await openPayment(work, invoice);
  const method = await methodFor(work, invoice);
  if (open === null || method === null) return;
  open.intent.payment_method = method.id;
  open.intent.status = 'requires_confirmation';
}

/**
 * Finalizes the invoice of a change and collects it as the caller requested. If the payment fails and the caller
 * requested a pending update, the subscription is restored from `before`.
 */
export async function collectChange(
  work: Work,
  subscription: Stripe.Subscription,
  invoice: Stripe.Invoice,
  behavior: PaymentBehavior,
  before: { data: Stripe.Subscription; memory: SubscriptionMemory },
): Promise<void> {
  if (subscription.collection_method === 'send_invoice') {
    finalizeLater(work, invoice);
    return;
  }
  await finalize(work, invoice);
  if (invoice.amount_due === 0) {
    await collect(work, invoice);
    return;
  }
  if (behavior === 'default_incomplete') {
    await awaitConfirmation(work, invoice);
    if (subscription.status === 'active') subscription.status = 'past_due';
    return;
  }
  const result = await collect(work, invoice);
  if (result.status === 'succeeded') return;
  if (behavior === 'error_if_incomplete') throw await refusal(work, invoice, result);
  if (behavior === 'pending_if_incomplete') {
    suspendChange(work, subscription, invoice, before);
    return;
  }
  if (subscription.status === 'active') subscription.status = 'past_due';
}

function suspendChange(
  work: Work,
  subscription: Stripe.Subscription,
  invoice: Stripe.Invoice,
  before: { data: Stripe.Subscription; memory: SubscriptionMemory },
): void {
  const memory = work.internal<SubscriptionMemory>(subscription.id);
  const changed = structuredClone(subscription);
  const { billed } = memory;
  Object.assign(subscription, before.data);
  Object.assign(memory, before.memory, { pendingUpdate: { invoice: invoice.id, data: changed, billed } });
  subscription.latest_invoice = invoice.id;
  subscription.pending_update = {
    billing_cycle_anchor:
      changed.billing_cycle_anchor === subscription.billing_cycle_anchor ? null : changed.billing_cycle_anchor,
    cancel_at_period_end: null,
    discount: null,
    discounts: null,
    expires_at: work.now + PENDING_LIFETIME,
    metadata: null,
    subscription_items: structuredClone(changed.items.data),
    trial_end: null,
    trial_from_plan: null,
  };
  // The update is dropped rather than retried automatically.
  invoice.next_payment_attempt = null;
  work.setDue(invoice.id, null);
}
