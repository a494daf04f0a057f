import type Stripe from 'stripe';
import { idOf } from '../ids.ts';
import type { Work } from '../storage/work.ts';
import { dropOpenPayments } from './cancellation.ts';
import { openPayment } from './invoicing.ts';
import { type PaymentMemory, type PaymentResult, pay } from './payment.ts';
import { afterFailure, afterPayment, findBilledSubscription } from './subscription-status.ts';

export type CollectionResult = PaymentResult | { status: 'no_method' };

/**
 * The payment method for an invoice: its own, its subscription's or the customer's default. Null if all three are missing.
 */
export async function methodFor(work: Work, invoice: Stripe.Invoice): Promise<Stripe.PaymentMethod | null> {
  const subscription = await findBilledSubscription(work, invoice);
  const customer = await work.get('customer', idOf(invoice.customer) ?? '');
  const candidates = [
    invoice.default_payment_method,
    subscription?.default_payment_method,
    customer.invoice_settings.default_payment_method,
  ];
  for (const candidate of candidates) {
    const id = idOf(candidate);
    const method = id === null ? undefined : await work.find('payment_method', id);
    if (method !== undefined && idOf(method.customer) === customer.id) return method;
  }
  return null;
}

/** Marks an invoice as paid and updates its subscription. `outOfBand`: it was paid outside Stripe. */
export async function settle(
  work: Work,
  invoice: Stripe.Invoice,
  options: { outOfBand?: boolean } = {},
): Promise<void> {
  invoice.status = 'paid';
  invoice.status_transitions.paid_at = work.now;
  invoice.amount_paid = invoice.amount_due;
  invoice.amount_remaining = 0;
  if (options.outOfBand) invoice.amount_paid_off_stripe = invoice.amount_due;
  invoice.attempted = true;
  invoice.next_payment_attempt = null;
  work.setDue(invoice.id, null);
  if (options.outOfBand) await dropOpenPayments(work, invoice);
  work.announce('invoice.paid', invoice);
  work.announce('invoice.payment_succeeded', invoice);
  await afterPayment(work, invoice);
}

/**
 * Tries to collect an open invoice. An invoice with nothing due is paid at once. `byHand`: a caller requested this
 * try. Unless it is the first, such a try neither counts nor moves the next scheduled one (see `attempt_count` of
 * docs.stripe.com/api/invoices/object).
 */
export async function collect(
  work: Work,
  invoice: Stripe.Invoice,
  options: { method?: Stripe.PaymentMethod; initiator?: 'holder' | 'invoice'; byHand?: boolean } = {},
): Promise<CollectionResult> {
  if (invoice.amount_due === 0) {
    await settle(work, invoice);
    return { status: 'succeeded' };
  }
  const open = await openPayment(work, invoice);
  const method = options.method ?? (await methodFor(work, invoice));
  if (open === null || method === null) return { status: 'no_method' };
  invoice.attempted = true;
  const isScheduled = !options.byHand || invoice.attempt_count === 0;
  if (isScheduled) invoice.attempt_count += 1;
  const result = await pay(work, open.intent, method, options.initiator ?? 'invoice');
  await afterAttempt(work, open.intent, result, { isScheduled });
  return result;
}

/**
 * Applies the outcome of a payment to the invoice that it pays, if any. A try that was not scheduled does not move
 * the next scheduled one.
 */
export async function afterAttempt(
  work: Work,
  intent: Stripe.PaymentIntent,
  result: { status: PaymentResult['status'] },
  { isScheduled = false }: { isScheduled?: boolean } = {},
): Promise<void> {
  const { invoice: invoiceId } = work.internal<PaymentMemory>(intent.id);
  const invoice = invoiceId === undefined ? undefined : await work.find('invoice', invoiceId);
  if (invoice === undefined || invoice.status !== 'open') return;
  switch (result.status) {
    case 'succeeded':
      await recordPayment(work, invoice, intent);
      await settle(work, invoice);
      break;
    case 'requires_action':
      await afterFailure(work, invoice, isScheduled);
      work.announce('invoice.payment_action_required', invoice);
      break;
    case 'declined':
      await afterFailure(work, invoice, isScheduled);
      break;
    default:
  }
}

async function recordPayment(work: Work, invoice: Stripe.Invoice, intent: Stripe.PaymentIntent): Promise<void> {
  const [payment] = await work.list('invoice_payment', {
    related: [invoice.id, intent.id],
    match: { status: 'open' },
    limit: 1,
  });
  if (payment === undefined) return;
  payment.status = 'paid';
  payment.amount_paid = intent.amount;
  payment.status_transitions.paid_at = work.now;
  const charge = await work.find('charge', idOf(intent.latest_charge) ?? '');
  invoice.receipt_number = charge?.receipt_number ?? null;
  work.announce('invoice_payment.paid', payment);
}
