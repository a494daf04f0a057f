import type Stripe from 'stripe';
import { idOf, newId } from '../ids.ts';
import type { Work } from '../storage/work.ts';
import { decimalText, formatInterval, formatMoney, fullAmount } from './money.ts';
import type { Period } from './periods.ts';
import type { LineTax } from './totals.ts';

/** A line of a future invoice, before discounts and tax. */
export interface LineDraft {
  /** Cents. A credit is negative. */
  amount: number;
  description: string;
  period: Period;
  quantity: number;
  price: Stripe.Price | null;
  /** Cents for one unit, as decimal text. */
  unitAmount: string;
  discountable: boolean;
  ownDiscounts: string[];
  fixedDiscounts: { discount: string; amount: number }[];
  /** Charged taxes that a credit returns, negative. Null for a line that is taxed when it is invoiced. */
  fixedTaxes: LineTax[] | null;
  taxInclusive: boolean;
  /** Ids of tax rates for this line. Without any, the invoice's default rates apply. */
  taxRates: string[];
  metadata: Record<string, string>;
  subscription: string | null;
  subscriptionItem: string | null;
  invoiceItem: string | null;
  proration: boolean;
  /** The invoice lines that a credit refers to. */
  creditedFrom: { invoice: string; lines: string[] } | null;
}

/** The line that bills a subscription item for a period. Its amount is 0 in a trial. */
export async function subscriptionLine(
  work: Work,
  subscriptionId: string,
  item: Stripe.SubscriptionItem,
  period: Period,
  options: { trial?: boolean } = {},
): Promise<LineDraft> {
  const { price } = item;
  const quantity = item.quantity ?? 1;
  const name = await productName(work, price);
  const every = price.recurring === null ? '' : ` / ${formatInterval(price.recurring)}`;
  return {
    amount: options.trial ? 0 : fullAmount(price, quantity),
    description: options.trial
      ? `Trial period for ${name}`
      : `${quantity} × ${name} (at ${formatMoney(Number(price.unit_amount_decimal ?? 0), price.currency)}${every})`,
    period,
    quantity,
    price,
    unitAmount: options.trial ? '0' : String(price.unit_amount_decimal ?? '0'),
    discountable: true,
    ownDiscounts: item.discounts.map((discount) => idOf(discount)),
    fixedDiscounts: [],
    fixedTaxes: null,
    taxInclusive: price.tax_behavior === 'inclusive',
    taxRates: (item.tax_rates ?? []).map(({ id }) => id),
    metadata: { ...item.metadata },
    subscription: subscriptionId,
    subscriptionItem: item.id,
    invoiceItem: null,
    proration: false,
    creditedFrom: null,
  };
}

/** The name of a price for customers: its product's name. */
export async function productName(work: Work, price: Stripe.Price): Promise<string> {
  const product = await work.find('product', idOf(price.product) ?? '', { deleted: true });
  return product?.name ?? price.nickname ?? price.id;
}

/** Internal data of an invoice item. */
export interface InvoiceItemMemory {
  /** True when the call stated that the amount includes tax. A price states it in `tax_behavior`. */
  isTaxInclusive?: boolean;
  /** The taxes of the credited line that a credit returns, negative. */
  creditedTaxes?: LineTax[];
}

/** The invoice line of a pending invoice item. */
export async function invoiceItemLine(work: Work, item: Stripe.InvoiceItem): Promise<LineDraft> {
  const details = item.parent?.subscription_details ?? null;
  const credited = item.proration_details?.credited_items?.invoice_line_item_details ?? null;
  const priceId = idOf(item.pricing?.price_details?.price);
  const price = priceId === null ? null : ((await work.find('price', priceId)) ?? null);
  return {
    amount: item.amount,
    description: item.description ?? '',
    period: { ...item.period },
    quantity: item.quantity,
    price,
    unitAmount: String(item.pricing?.unit_amount_decimal ?? item.amount),
    discountable: item.discountable,
    ownDiscounts: (item.discounts ?? []).map((discount) => idOf(discount)),
    fixedDiscounts: (item.proration_details?.discount_amounts ?? []).map(({ amount, discount }) => ({
      amount,
      discount: idOf(discount),
    })),
    fixedTaxes: work.internal<InvoiceItemMemory>(item.id).creditedTaxes ?? null,
    taxInclusive: isTaxInclusive(work, item, price),
    taxRates: (item.tax_rates ?? []).map(({ id }) => id),
    metadata: { ...item.metadata },
    subscription: details?.subscription ?? null,
    subscriptionItem: details?.subscription_item ?? null,
    invoiceItem: item.id,
    proration: item.proration,
    creditedFrom: credited === null ? null : { invoice: credited.invoice, lines: credited.invoice_line_items },
  };
}

function isTaxInclusive(work: Work, item: Stripe.InvoiceItem, price: Stripe.Price | null): boolean {
  if (price !== null && price.tax_behavior !== 'unspecified') return price.tax_behavior === 'inclusive';
  return work.internal<InvoiceItemMemory>(item.id).isTaxInclusive === true;
}

/** A line in its API form, before discounts and taxes. */
export function buildLine(draft: LineDraft, invoiceId: string, currency: string): Stripe.InvoiceLineItem {
  const prorationDetails = {
    credited_items:
      draft.creditedFrom === null
        ? null
        : { invoice: draft.creditedFrom.invoice, invoice_line_items: draft.creditedFrom.lines },
  };
  return {
    id: newId('il'),
    object: 'line_item',
    amount: draft.amount,
    currency,
    description: draft.description,
    discount_amounts: [],
    discountable: draft.discountable,
    discounts: draft.ownDiscounts,
    invoice: invoiceId,
    livemode: false,
    metadata: draft.metadata,
    parent:
      draft.subscriptionItem === null
        ? {
            invoice_item_details: {
              invoice_item: draft.invoiceItem ?? '',
              proration: draft.proration,
              proration_details: prorationDetails,
              subscription: draft.subscription,
            },
            subscription_item_details: null,
            type: 'invoice_item_details',
          }
        : {
            invoice_item_details: null,
            subscription_item_details: {
              invoice_item: draft.invoiceItem,
              proration: draft.proration,
              proration_details: prorationDetails,
              subscription: draft.subscription,
              subscription_item: draft.subscriptionItem,
            },
            type: 'subscription_item_details',
          },
    period: draft.period,
    pretax_credit_amounts: [],
    pricing: {
      ...(draft.price === null
        ? {}
        : { price_details: { price: draft.price.id, product: idOf(draft.price.product) ?? '' } }),
      type: 'price_details',
      unit_amount_decimal: decimalText(draft.unitAmount),
    },
    quantity: draft.quantity,
    quantity_decimal: decimalText(draft.quantity),
    subscription: draft.subscription,
    subtotal: draft.amount,
    taxes: [],
  };
}
