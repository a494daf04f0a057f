import { endpoint, listEndpoint, mergeMetadata, pageOf, slice } from '../endpoint.ts';
import { attachedMethod } from '../engine/card.ts';
import { customerAtItsTime } from '../engine/customer-time.ts';
import { discountList, redeem } from '../engine/discounts.ts';
import { draftInvoice, finalizeLater, pendingItems, removeFromDraft, retotal } from '../engine/invoicing.ts';
import { chosenRates, taxRateList } from '../engine/tax-rates.ts';
import { invalidRequest } from '../errors.ts';
import { idOf } from '../ids.ts';
import { clearable, currency, flag, integer, metadata, needed, oneOf, paging, text, timeRange } from '../parameters.ts';
import { ALL } from '../storage/select.ts';
import type { Work } from '../storage/work.ts';
import { automaticTax, collectionMethod, customFields } from './billing-parameters.ts';
import { invoiceAtItsTime, needStatus, subscriptionOfCustomer } from './invoice-state.ts';

const settings = {
  auto_advance: flag(),
  automatic_tax: automaticTax,
  collection_method: collectionMethod,
  custom_fields: clearable(customFields),
  days_until_due: integer(),
  default_payment_method: clearable(text()),
  default_tax_rates: clearable(taxRateList),
  description: clearable(text(1500)),
  discounts: clearable(discountList),
  due_date: integer(),
  footer: clearable(text(5000)),
  metadata: metadata(),
  statement_descriptor: text(22),
};

/** The id of the customer's payment method for an invoice. Throws 400 for one that is not theirs. */
async function defaultMethod(work: Work, customer: string, given: string | null | undefined): Promise<string | null> {
  if (given == null) return null;
  return (await attachedMethod(work, given, customer, 'default_payment_method')).id;
}

export const invoiceEndpoints = [
  endpoint(
    'POST /v1/invoices',
    {
      ...settings,
      currency: currency(),
      customer: needed(text()),
      pending_invoice_items_behavior: oneOf('exclude', 'include'),
      subscription: text(),
    },
    async ({ work, parameters: given }) => {
      const customer = await customerAtItsTime(work, given.customer, 'customer');
      const subscription =
        given.subscription === undefined ? null : await subscriptionOfCustomer(work, given.subscription, customer.id);
      const currency = given.currency ?? subscription?.currency ?? customer.currency ?? 'usd';
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
          defaultTaxRates: await chosenRates(work, given.default_tax_rates ?? null, {
            param: 'default_tax_rates',
            automaticTax: given.automatic_tax?.enabled ?? false,
          }),
          now: work.now,
          periodStart: work.now,
          periodEnd: work.now,
          discounts: await redeem(work, given.discounts ?? [], { customer: customer.id, currency }),
          description: given.description ?? null,
          footer: given.footer ?? null,
          metadata: mergeMetadata({}, given.metadata),
          daysUntilDue: given.days_until_due ?? (collectionMethod === 'send_invoice' ? 30 : null),
          defaultPaymentMethod: await defaultMethod(work, customer.id, given.default_payment_method),
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
    if (given.default_payment_method !== undefined) {
      const customerId = idOf(invoice.customer) ?? '';
      invoice.default_payment_method = await defaultMethod(work, customerId, given.default_payment_method);
    }
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
    if (given.default_tax_rates !== undefined) {
      invoice.default_tax_rates = await chosenRates(work, given.default_tax_rates, {
        param: 'default_tax_rates',
        automaticTax: invoice.automatic_tax.enabled,
      });
    }
    if (given.discounts !== undefined) {
      invoice.discounts = await redeem(work, given.discounts ?? [], {
        customer: idOf(invoice.customer),
        currency: invoice.currency,
        invoice: invoice.id,
      });
    }
    await retotal(work, invoice);
    return invoice;
  }),

  endpoint('DELETE /v1/invoices/:invoice', {}, async ({ work, ids }) => {
    const invoice = await invoiceAtItsTime(work, ids.invoice ?? '');
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
