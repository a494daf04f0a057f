import type Stripe from 'stripe';
import { endpoint } from '../endpoint.ts';
import { voidInvoice } from '../engine/cancellation.ts';
import { type CollectionResult, collect, settle } from '../engine/collection.ts';
import { declined } from '../engine/decline.ts';
import { finalize, openPayment } from '../engine/invoicing.ts';
import { noMethod } from '../engine/payment-behavior.ts';
import { findBilledSubscription } from '../engine/subscription-status.ts';
import { ApiError, invalidRequest } from '../errors.ts';
import { idOf } from '../ids.ts';
import { flag, text } from '../parameters.ts';
import type { Work } from '../storage/work.ts';
import { invoiceAtItsTime, needStatus } from './invoice-state.ts';
import { usePaymentMethod } from './payment-methods.ts';

/** The error of a declined payment, which keeps the attempt. */
async function paymentRefused(work: Work, invoice: Stripe.Invoice, result: CollectionResult): Promise<ApiError> {
  if (result.status === 'no_method') return noMethod();
  const open = await openPayment(work, invoice);
  const intent = open?.intent;
  if (result.status === 'declined') {
    const method = intent?.last_payment_error?.payment_method;
    if (method !== undefined) {
      return declined(result.decline, {
        paymentMethod: method,
        keepsWork: true,
        ...(intent === undefined ? {} : { paymentIntent: intent }),
        ...(result.charge === undefined ? {} : { charge: result.charge }),
      });
    }
  }
  return new ApiError(
    402,
    {
      type: 'card_error',
      code: 'invoice_payment_intent_requires_action',
      message:
        'This payment requires additional user action before it can be completed successfully. Payment can be completed using the PaymentIntent associated with the invoice.',
      ...(intent === undefined ? {} : { payment_intent: intent }),
    },
    { keepsWork: true },
  );
}

async function methodOf(work: Work, invoice: Stripe.Invoice, id: string): Promise<Stripe.PaymentMethod> {
  const method = await usePaymentMethod(work, id, 'payment_method');
  const owner = idOf(method.customer);
  if (owner !== null && owner !== idOf(invoice.customer)) {
    throw invalidRequest(
      `The customer does not have a payment method with the ID ${id}. The payment method must be attached to the customer.`,
      { param: 'payment_method', code: 'resource_missing' },
    );
  }
  return method;
}

/** The state changes of an invoice: finalize, pay, send, void and mark as uncollectible. */
export const invoiceActionEndpoints = [
  endpoint('POST /v1/invoices/:invoice/finalize', { auto_advance: flag() }, async ({ work, ids, parameters }) => {
    const invoice = await invoiceAtItsTime(work, ids.invoice ?? '');
    needStatus(
      invoice,
      ['draft'],
      "This invoice is already finalized, you can't re-finalize a non-draft invoice.",
      'invoice_not_editable',
    );
    if (parameters.auto_advance !== undefined) invoice.auto_advance = parameters.auto_advance;
    await finalize(work, invoice);
    if (invoice.amount_due === 0) await settle(work, invoice);
    else if (invoice.auto_advance && invoice.collection_method === 'charge_automatically') await collect(work, invoice);
    return invoice;
  }),

  endpoint(
    'POST /v1/invoices/:invoice/pay',
    {
      off_session: flag(),
      paid_out_of_band: flag(),
      payment_method: text(),
    },
    async ({ work, ids, parameters }) => {
      const invoice = await invoiceAtItsTime(work, ids.invoice ?? '');
      if (invoice.status === 'paid') throw invalidRequest('Invoice is already paid');
      needStatus(
        invoice,
        ['draft', 'open', 'uncollectible'],
        `This invoice can no longer be paid because its status is ${invoice.status}.`,
      );
      if (invoice.status === 'draft') await finalize(work, invoice);
      invoice.status = 'open';
      if (parameters.paid_out_of_band) {
        await settle(work, invoice, { outOfBand: true });
        return invoice;
      }
      const method =
        parameters.payment_method === undefined ? undefined : await methodOf(work, invoice, parameters.payment_method);
      const result = await collect(work, invoice, {
        ...(method === undefined ? {} : { method }),
        // Payments of invoices are off session unless the call states otherwise.
        initiator: parameters.off_session === false ? 'holder' : 'invoice',
        byHand: true,
      });
      if (result.status !== 'succeeded') throw await paymentRefused(work, invoice, result);
      return invoice;
    },
  ),

  endpoint('POST /v1/invoices/:invoice/void', {}, async ({ work, ids }) => {
    const invoice = await invoiceAtItsTime(work, ids.invoice ?? '');
    needStatus(
      invoice,
      ['open', 'uncollectible'],
      'You can only pass in open or uncollectible invoices. This invoice is not open.',
    );
    await voidInvoice(work, invoice);
    const subscription = await findBilledSubscription(work, invoice);
    if (subscription?.status === 'incomplete' && subscription.latest_invoice === invoice.id) {
      subscription.status = 'incomplete_expired';
      subscription.ended_at = work.now;
      work.setDue(subscription.id, null);
    }
    return invoice;
  }),

  endpoint('POST /v1/invoices/:invoice/send', {}, async ({ work, ids }) => {
    const invoice = await invoiceAtItsTime(work, ids.invoice ?? '');
    needStatus(
      invoice,
      ['draft', 'open'],
      `You can only manually send an invoice if it's draft or open; this one is ${invoice.status}.`,
    );
    if (invoice.collection_method !== 'send_invoice') {
      throw invalidRequest('You can only manually send an invoice if its collection method is "send_invoice".');
    }
    if (invoice.customer_email === null) {
      throw invalidRequest("Can't send an invoice to a customer without an email address.", { code: 'missing_email' });
    }
    if (invoice.status === 'draft') {
      await finalize(work, invoice);
      if (invoice.amount_due === 0) await settle(work, invoice);
    }
    work.announce('invoice.sent', invoice);
    return invoice;
  }),
];
