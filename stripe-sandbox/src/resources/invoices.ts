import type Stripe from 'stripe';
import { endpoint, listEndpoint, mergeMetadata, pageOf, slice } from '../endpoint.ts';
import { voidInvoice } from '../engine/cancellation.ts';
import { type CollectionResult, collect, settle } from '../engine/collection.ts';
import { declined } from '../engine/decline.ts';
import { discountList, redeem } from '../engine/discounts.ts';
import {
  addToDraft,
  draftInvoice,
  finalize,
  finalizeLater,
  openPayment,
  pendingItems,
  removeFromDraft,
  retotal,
} from '../engine/invoicing.ts';
import { noMethod } from '../engine/payment-behavior.ts';
import { subscriptionOf } from '../engine/subscription-status.ts';
import { ApiError, invalidRequest } from '../errors.ts';
import { idOf } from '../ids.ts';
import {
  clearable,
  flag,
  hash,
  integer,
  list,
  metadata,
  needed,
  oneOf,
  paging,
  text,
  timeRange,
} from '../parameters.ts';
import { ALL } from '../storage/select.ts';
import type { Work } from '../storage/work.ts';
import { customerAtItsTime } from './customers.ts';
import { usePaymentMethod } from './payment-methods.ts';

const settings = {
  auto_advance: flag(),
  automatic_tax: hash({ enabled: needed(flag()), liability: hash({ type: oneOf('self') }) }),
  collection_method: oneOf('charge_automatically', 'send_invoice'),
  custom_fields: clearable(list(hash({ name: needed(text(40)), value: needed(text(140)) }), 4)),
  days_until_due: integer(),
  default_payment_method: clearable(text()),
  description: clearable(text(1500)),
  discounts: clearable(discountList),
  due_date: integer(),
  footer: clearable(text(5000)),
  metadata: metadata(),
  statement_descriptor: text(22),
};

async function invoiceAtItsTime(work: Work, id: string): Promise<Stripe.Invoice> {
  const invoice = await work.get('invoice', id);
  if ((await work.find('customer', idOf(invoice.customer) ?? '')) !== undefined)
    await customerAtItsTime(work, idOf(invoice.customer) ?? '');
  return invoice;
}

function needStatus(invoice: Stripe.Invoice, wanted: string[], message: string, code?: string): void {
  if (!wanted.includes(invoice.status ?? '')) throw invalidRequest(message, code === undefined ? {} : { code });
}

/** The refusal of a payment; what was tried stays on record. */
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

export const invoiceEndpoints = [
  endpoint(
    'POST /v1/invoices',
    {
      ...settings,
      currency: text(3),
      customer: needed(text()),
      pending_invoice_items_behavior: oneOf('exclude', 'include'),
      subscription: text(),
    },
    async ({ work, parameters: given }) => {
      const customer = await customerAtItsTime(work, given.customer, 'customer');
      const subscription =
        given.subscription === undefined ? null : await work.get('subscription', given.subscription, 'subscription');
      const currency = given.currency?.toLowerCase() ?? subscription?.currency ?? customer.currency ?? 'usd';
      const collectionMethod = given.collection_method ?? 'charge_automatically';
      const items =
        given.pending_invoice_items_behavior === 'include' || subscription !== null
          ? await pendingItems(work, customer.id, currency, subscription?.id ?? null)
          : [];
      const invoice = await draftInvoice(
        work,
        {
          customer,
          subscription,
          currency,
          billingReason: 'manual',
          collectionMethod,
          autoAdvance: given.auto_advance ?? false,
          automaticTax: given.automatic_tax?.enabled ?? false,
          now: work.now,
          periodStart: work.now,
          periodEnd: work.now,
          discounts: await redeem(work, given.discounts ?? [], { customer: customer.id }),
          description: given.description ?? null,
          footer: given.footer ?? null,
          metadata: mergeMetadata({}, given.metadata),
          daysUntilDue: given.days_until_due ?? (collectionMethod === 'send_invoice' ? 30 : null),
          defaultPaymentMethod: given.default_payment_method ?? null,
          testClock: idOf(customer.test_clock),
        },
        [],
        items,
      );
      if (given.due_date !== undefined) invoice.due_date = given.due_date;
      if (given.custom_fields) invoice.custom_fields = given.custom_fields;
      if (given.statement_descriptor !== undefined) invoice.statement_descriptor = given.statement_descriptor;
      if (invoice.auto_advance) finalizeLater(work, invoice);
      return invoice;
    },
  ),

  endpoint('GET /v1/invoices/:invoice', {}, async ({ work, ids }) => work.get('invoice', ids.invoice ?? '')),

  endpoint('POST /v1/invoices/:invoice', settings, async ({ work, ids, parameters: given }) => {
    const invoice = await invoiceAtItsTime(work, ids.invoice ?? '');
    invoice.metadata = mergeMetadata(invoice.metadata ?? {}, given.metadata);
    const others = Object.keys(given).filter(
      (name) => name !== 'metadata' && name !== 'auto_advance' && name !== 'default_payment_method',
    );
    if (others.length > 0)
      needStatus(invoice, ['draft'], "Finalized invoices can't be updated in this way", 'invoice_not_editable');
    if (given.default_payment_method !== undefined) invoice.default_payment_method = given.default_payment_method;
    if (given.auto_advance !== undefined) {
      invoice.auto_advance = given.auto_advance;
      if (invoice.status === 'draft') {
        if (given.auto_advance) finalizeLater(work, invoice);
        else {
          invoice.automatically_finalizes_at = null;
          work.setDue(invoice.id, null);
        }
      }
    }
    if (others.length === 0) return invoice;
    if (given.description !== undefined) invoice.description = given.description;
    if (given.footer !== undefined) invoice.footer = given.footer;
    if (given.custom_fields !== undefined) invoice.custom_fields = given.custom_fields;
    if (given.due_date !== undefined) invoice.due_date = given.due_date;
    if (given.statement_descriptor !== undefined) invoice.statement_descriptor = given.statement_descriptor;
    if (given.collection_method !== undefined) invoice.collection_method = given.collection_method;
    if (given.days_until_due !== undefined) invoice.due_date = work.now + given.days_until_due * 86_400;
    if (given.automatic_tax !== undefined) invoice.automatic_tax.enabled = given.automatic_tax.enabled;
    if (given.discounts !== undefined) {
      invoice.discounts = await redeem(work, given.discounts ?? [], {
        customer: idOf(invoice.customer),
        invoice: invoice.id,
        current: invoice.discounts.map((discount) => idOf(discount)),
      });
    }
    await retotal(work, invoice);
    return invoice;
  }),

  endpoint('DELETE /v1/invoices/:invoice', {}, async ({ work, ids }) => {
    const invoice = await work.get('invoice', ids.invoice ?? '');
    needStatus(invoice, ['draft'], 'You can only delete draft invoices.', 'invoice_not_editable');
    if (invoice.parent?.subscription_details)
      throw invalidRequest('You cannot delete an invoice created by a subscription.');
    for (const item of await work.list('invoiceitem', { related: [invoice.id], limit: ALL })) {
      await removeFromDraft(work, invoice, item.id);
      item.invoice = null;
    }
    work.announce('invoice.deleted', invoice);
    work.remove(invoice.id);
    return { id: invoice.id, object: 'invoice', deleted: true };
  }),

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
      forgive: flag(),
      mandate: clearable(text()),
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
      const result = await collect(work, invoice, method === undefined ? {} : { method });
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
    const subscription = await subscriptionOf(work, invoice);
    if (subscription?.status === 'incomplete' && subscription.latest_invoice === invoice.id) {
      subscription.status = 'incomplete_expired';
      subscription.ended_at = work.now;
      work.setDue(subscription.id, null);
    }
    return invoice;
  }),

  endpoint('POST /v1/invoices/:invoice/mark_uncollectible', {}, async ({ work, ids }) => {
    const invoice = await invoiceAtItsTime(work, ids.invoice ?? '');
    needStatus(invoice, ['open'], 'You can only mark open invoices as uncollectible.');
    invoice.status = 'uncollectible';
    invoice.status_transitions.marked_uncollectible_at = work.now;
    invoice.auto_advance = false;
    invoice.next_payment_attempt = null;
    work.setDue(invoice.id, null);
    work.announce('invoice.marked_uncollectible', invoice);
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

  endpoint(
    'POST /v1/invoices/:invoice/add_lines',
    { lines: needed(list(hash({ invoice_item: needed(text()) }), 250)) },
    async ({ work, ids, parameters }) => {
      const invoice = await invoiceAtItsTime(work, ids.invoice ?? '');
      needStatus(
        invoice,
        ['draft'],
        'You can only add lines to an invoice that is still a draft.',
        'invoice_not_editable',
      );
      for (const [index, line] of parameters.lines.entries()) {
        await addToDraft(
          work,
          invoice,
          await work.get('invoiceitem', line.invoice_item, `lines[${index}][invoice_item]`),
        );
      }
      return invoice;
    },
  ),

  endpoint('GET /v1/invoices/:invoice/lines', { ...paging }, async ({ work, ids, parameters }) => {
    const invoice = await work.get('invoice', ids.invoice ?? '');
    const { data, hasMore } = slice(invoice.lines.data, pageOf(parameters), 'line item');
    return { object: 'list', data, has_more: hasMore, url: `/v1/invoices/${invoice.id}/lines` };
  }),

  listEndpoint(
    '/v1/invoices',
    'invoice',
    {
      collection_method: settings.collection_method,
      created: timeRange(),
      customer: text(),
      due_date: timeRange(),
      status: oneOf('draft', 'open', 'paid', 'uncollectible', 'void'),
      subscription: text(),
    },
    ({ parameters }) => ({
      customer: parameters.customer,
      related: [parameters.subscription],
      match: { status: parameters.status, collection_method: parameters.collection_method },
      times: { created: parameters.created, due_date: parameters.due_date },
    }),
  ),
];

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
