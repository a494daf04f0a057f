import type Stripe from 'stripe';
import { endpoint, listEndpoint, mergeMetadata } from '../endpoint.ts';
import { customerAtItsTime, useCustomerTime } from '../engine/customer-time.ts';
import { discountList, type GivenDiscount, redeem } from '../engine/discounts.ts';
import { addToDraft, removeFromDraft } from '../engine/invoicing.ts';
import { type InvoiceItemMemory, productName } from '../engine/lines.ts';
import { decimalText, fullAmount, refuseTooLarge } from '../engine/money.ts';
import { createPrice, oneTimePriceData } from '../engine/price.ts';
import { chosenRates, taxRateList } from '../engine/tax-rates.ts';
import { invalidRequest } from '../errors.ts';
import { idOf, newId } from '../ids.ts';
import {
  clearable,
  currency,
  decimal,
  flag,
  hash,
  integer,
  metadata,
  needed,
  oneOf,
  text,
  timeRange,
} from '../parameters.ts';
import type { Work } from '../storage/work.ts';
import { itemPeriod, signedAmount } from './billing-parameters.ts';
import { addPendingItem, needStatus, subscriptionOfCustomer } from './invoice-state.ts';

interface GivenInvoiceItem {
  customer: string;
  subscription?: string | undefined;
  amount?: number | undefined;
  currency?: string | undefined;
  description?: string | undefined;
  discountable?: boolean | undefined;
  discounts?: GivenDiscount[] | null | undefined;
  metadata?: Record<string, string | null> | null | undefined;
  period?: { start: number; end: number } | undefined;
  price?: string | undefined;
  price_data?: (Parameters<typeof createPrice>[1] & { product: string }) | undefined;
  quantity?: number | undefined;
  tax_behavior?: 'exclusive' | 'inclusive' | 'unspecified' | undefined;
  tax_rates?: string[] | null | undefined;
  unit_amount_decimal?: string | undefined;
}

/** Makes a pending invoice item from a price or an amount in cents. */
export async function addInvoiceItem(work: Work, given: GivenInvoiceItem, path = ''): Promise<Stripe.InvoiceItem> {
  const param = (name: string) => (path === '' ? name : `${path}[${name}]`);
  const customer = await work.get('customer', given.customer, 'customer');
  const price = await oneTimePrice(work, given, param);
  const quantity = given.quantity ?? 1;
  const amount = amountOf(given, price, quantity, param);
  const id = newId('ii');
  const currency = price?.currency ?? given.currency ?? customer.currency ?? 'usd';
  refuseTooLarge(amount, currency, param('amount'));
  const item = {
    id,
    object: 'invoiceitem',
    amount,
    currency,
    customer: customer.id,
    customer_account: null,
    date: work.now,
    description: given.description ?? (price === null ? null : await productName(work, price)),
    discountable: given.discountable ?? amount >= 0,
    discounts: await redeem(
      work,
      given.discounts ?? [],
      { customer: customer.id, currency, invoiceItem: id },
      param('discounts'),
    ),
    invoice: null,
    livemode: false,
    metadata: mergeMetadata({}, given.metadata),
    net_amount: amount,
    parent:
      given.subscription === undefined
        ? null
        : { subscription_details: { subscription: given.subscription }, type: 'subscription_details' },
    period: given.period ?? { start: work.now, end: work.now },
    pricing:
      price === null
        ? { type: 'price_details', unit_amount_decimal: decimalText(given.unit_amount_decimal ?? amount) }
        : pricingOf(price),
    proration: false,
    quantity,
    quantity_decimal: decimalText(quantity),
    tax_rates: await chosenRates(work, given.tax_rates ?? null, { param: param('tax_rates'), automaticTax: false }),
    test_clock: idOf(customer.test_clock),
  } satisfies Stripe.InvoiceItem as Stripe.InvoiceItem;
  work.add(
    'invoiceitem',
    item,
    (given.tax_behavior === 'inclusive' ? { isTaxInclusive: true } : {}) satisfies InvoiceItemMemory,
  );
  work.announce('invoiceitem.created', item);
  return item;
}

function amountOf(
  given: GivenInvoiceItem,
  price: Stripe.Price | null,
  quantity: number,
  param: (name: string) => string,
): number {
  if (given.amount !== undefined) return given.amount;
  if (price !== null) return fullAmount(price, quantity);
  if (given.unit_amount_decimal !== undefined) return Math.round(Number(given.unit_amount_decimal) * quantity);
  throw invalidRequest('You must provide one of `amount`, `price`, or `price_data`.', {
    param: param('amount'),
    code: 'parameter_missing',
  });
}

async function oneTimePrice(
  work: Work,
  given: Pick<GivenInvoiceItem, 'price' | 'price_data'>,
  param: (name: string) => string,
): Promise<Stripe.Price | null> {
  if (given.price_data !== undefined) return createPrice(work, given.price_data);
  if (given.price === undefined) return null;
  const price = await work.get('price', given.price, param('price'));
  if (price.recurring !== null) {
    throw invalidRequest(
      'The price specified is set to `type=recurring` but this field only accepts prices with `type=one_time`.',
      { param: param('price') },
    );
  }
  if (!price.active)
    throw invalidRequest('The price specified is inactive. This field only accepts active prices.', {
      param: param('price'),
    });
  return price;
}

type InvoiceItemChange = Omit<
  GivenInvoiceItem,
  'customer' | 'currency' | 'subscription' | 'description' | 'tax_behavior'
> & {
  description?: string | null | undefined;
};

/** Changes an invoice item. Throws 400 for a new amount of a proration, which the engine computed. */
async function changeInvoiceItem(work: Work, item: Stripe.InvoiceItem, given: InvoiceItemChange): Promise<void> {
  const price = await oneTimePrice(work, given, (name) => name);
  const bills = [given.amount, given.quantity, given.unit_amount_decimal].some((value) => value !== undefined);
  if (item.proration && (bills || price !== null)) {
    throw invalidRequest('You cannot change the amount of an invoice item that is a proration.', { param: 'amount' });
  }
  const quantity = given.quantity ?? item.quantity;
  const known = idOf(item.pricing?.price_details?.price);
  const kept = price ?? (known === null ? null : await work.get('price', known));
  if (given.amount !== undefined) {
    item.amount = given.amount;
    item.pricing = { type: 'price_details', unit_amount_decimal: decimalText(given.amount) };
  } else if (given.unit_amount_decimal !== undefined) {
    item.amount = Math.round(Number(given.unit_amount_decimal) * quantity);
    item.pricing = { type: 'price_details', unit_amount_decimal: decimalText(given.unit_amount_decimal) };
  } else if (kept !== null) {
    item.amount = item.proration ? item.amount : fullAmount(kept, quantity);
    if (!item.proration) item.pricing = pricingOf(kept);
  } else if (given.quantity !== undefined) {
    item.amount = Math.round(Number(String(item.pricing?.unit_amount_decimal ?? 0)) * quantity);
  }
  refuseTooLarge(item.amount, item.currency, 'amount');
  item.net_amount = item.amount;
  item.quantity = quantity;
  item.quantity_decimal = decimalText(quantity);
  if (given.description !== undefined) item.description = given.description;
  if (given.discountable !== undefined) item.discountable = given.discountable;
  if (given.period !== undefined) item.period = given.period;
  if (given.tax_rates !== undefined)
    item.tax_rates = await chosenRates(work, given.tax_rates, { param: 'tax_rates', automaticTax: false });
  if (given.discounts !== undefined) {
    const owner = { customer: idOf(item.customer), currency: item.currency, invoiceItem: item.id };
    item.discounts = await redeem(work, given.discounts ?? [], owner);
  }
  item.metadata = mergeMetadata(item.metadata ?? {}, given.metadata);
}

/** Updates the draft invoice of a changed item. */
async function redraw(work: Work, invoice: Stripe.Invoice, item: Stripe.InvoiceItem): Promise<void> {
  await removeFromDraft(work, invoice, item.id);
  await addToDraft(work, invoice, item);
}

function pricingOf(price: Stripe.Price): Stripe.InvoiceItem.Pricing {
  return {
    price_details: { price: price.id, product: idOf(price.product) ?? '' },
    type: 'price_details',
    unit_amount_decimal: price.unit_amount_decimal ?? decimalText(0),
  };
}

/**
 * The draft invoice of an item, or null if the item is pending. Throws Stripe's error if the invoice is no longer a
 * draft.
 */
async function editable(work: Work, item: Stripe.InvoiceItem): Promise<Stripe.Invoice | null> {
  const invoiceId = idOf(item.invoice);
  if (invoiceId === null) return null;
  const invoice = await work.get('invoice', invoiceId);
  if (invoice.status !== 'draft') {
    throw invalidRequest('This invoice item is attached to an invoice that is no longer editable.', {
      code: 'invoice_not_editable',
    });
  }
  return invoice;
}

export const invoiceItemEndpoints = [
  endpoint(
    'POST /v1/invoiceitems',
    {
      amount: signedAmount,
      currency: currency(),
      customer: needed(text()),
      description: text(5000),
      discountable: flag(),
      discounts: clearable(discountList),
      invoice: text(),
      metadata: metadata(),
      period: itemPeriod,
      price_data: hash({ ...oneTimePriceData, product: needed(text()) }),
      pricing: hash({ price: text() }),
      quantity: integer(),
      subscription: text(),
      tax_behavior: oneOf('exclusive', 'inclusive', 'unspecified'),
      tax_rates: clearable(taxRateList),
      unit_amount_decimal: decimal(),
    },
    async ({ work, parameters }) => {
      const { pricing, invoice: invoiceId, ...given } = parameters;
      await customerAtItsTime(work, given.customer, 'customer');
      if (given.subscription !== undefined) await subscriptionOfCustomer(work, given.subscription, given.customer);
      const item = await addInvoiceItem(work, { ...given, price: pricing?.price });
      if (invoiceId !== undefined) {
        const invoice = await work.get('invoice', invoiceId, 'invoice');
        needStatus(
          invoice,
          ['draft'],
          'You can only add items to an invoice that is still a draft.',
          'invoice_not_editable',
        );
        await addPendingItem(work, invoice, item, 'invoice');
      }
      return item;
    },
  ),

  endpoint('GET /v1/invoiceitems/:item', {}, async ({ work, ids }) => work.get('invoiceitem', ids.item ?? '')),

  endpoint(
    'POST /v1/invoiceitems/:item',
    {
      amount: signedAmount,
      description: clearable(text(5000)),
      discountable: flag(),
      discounts: clearable(discountList),
      metadata: metadata(),
      period: itemPeriod,
      price_data: hash({ ...oneTimePriceData, product: needed(text()) }),
      pricing: hash({ price: text() }),
      quantity: integer(),
      tax_rates: clearable(taxRateList),
      unit_amount_decimal: decimal(),
    },
    async ({ work, ids, parameters: given }) => {
      const item = await work.get('invoiceitem', ids.item ?? '');
      await useCustomerTime(work, item.customer);
      const invoice = await editable(work, item);
      await changeInvoiceItem(work, item, { ...given, price: given.pricing?.price });
      if (invoice !== null) await redraw(work, invoice, item);
      return item;
    },
  ),

  endpoint('DELETE /v1/invoiceitems/:item', {}, async ({ work, ids }) => {
    const item = await work.get('invoiceitem', ids.item ?? '');
    await useCustomerTime(work, item.customer);
    const invoice = await editable(work, item);
    if (invoice !== null) await removeFromDraft(work, invoice, item.id);
    work.announce('invoiceitem.deleted', item);
    work.remove(item.id);
    return { id: item.id, object: 'invoiceitem', deleted: true };
  }),

  listEndpoint(
    '/v1/invoiceitems',
    'invoiceitem',
    { created: timeRange(), customer: text(), invoice: text(), pending: flag() },
    ({ parameters }) => ({
      customer: parameters.customer,
      related: [parameters.invoice],
      match: parameters.pending ? { invoice: null } : {},
      times: parameters.created === undefined ? {} : { date: parameters.created },
    }),
  ),
];
