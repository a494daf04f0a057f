import type Stripe from 'stripe';
import { idOf, newId } from '../ids.ts';
import type { Work } from '../storage/work.ts';
import { type InvoiceItemMemory, productName } from './lines.ts';
import { decimalText, formatDate, fullAmount, prorated } from './money.ts';
import type { Period } from './periods.ts';
import { type Credit, creditSegments, type SubscriptionMemory } from './segments.ts';

/**
 * Credits the billed time of an item after `date` as pending invoice items and shortens the billed segments.
 * `before` is the item as it was billed.
 */
export async function creditItem(
  work: Work,
  subscription: Stripe.Subscription,
  before: Stripe.SubscriptionItem,
  date: number,
): Promise<void> {
  const memory = work.internal<SubscriptionMemory>(subscription.id);
  for (const credit of creditSegments(memory.billed, before.id, date)) {
    if (credit.amount === 0) continue;
    const price = (await work.find('price', credit.segment.price)) ?? before.price;
    const name = await productName(work, price);
    const label = credit.segment.quantity === 1 ? name : `${credit.segment.quantity} × ${name}`;
    addItem(work, subscription, before.id, {
      amount: -credit.amount,
      description: `Unused time on ${label} after ${formatDate(credit.period.start)}`,
      period: credit.period,
      price,
      quantity: credit.segment.quantity,
      credit,
      taxRates: before.tax_rates ?? [],
    });
  }
}

/** Charges an item for the rest of its period after `date` as a pending invoice item, and records it as billed. */
export async function chargeItem(
  work: Work,
  subscription: Stripe.Subscription,
  item: Stripe.SubscriptionItem,
  date: number,
): Promise<void> {
  const period = { start: item.current_period_start, end: item.current_period_end };
  const quantity = item.quantity ?? 1;
  const amount = prorated(fullAmount(item.price, quantity), period, date);
  const name = await productName(work, item.price);
  const rest = { start: Math.max(date, period.start), end: period.end };
  if (rest.end <= rest.start) return;
  const invoiceItem = addItem(work, subscription, item.id, {
    amount,
    description: `Remaining time on ${quantity === 1 ? name : `${quantity} × ${name}`} after ${formatDate(rest.start)}`,
    period: rest,
    price: item.price,
    quantity,
    discounts: item.discounts.map((discount) => idOf(discount)),
    taxRates: item.tax_rates ?? [],
  });
  work.internal<SubscriptionMemory>(subscription.id).billed.push({
    item: item.id,
    start: rest.start,
    end: rest.end,
    amount,
    discounts: [],
    quantity,
    price: item.price.id,
    invoice: null,
    line: null,
    invoiceItem: invoiceItem.id,
  });
}

interface ProrationDraft {
  amount: number;
  description: string;
  period: Period;
  price: Stripe.Price;
  quantity: number;
  credit?: Credit;
  discounts?: string[];
  taxRates: Stripe.TaxRate[];
}

function addItem(
  work: Work,
  subscription: Stripe.Subscription,
  itemId: string,
  draft: ProrationDraft,
): Stripe.InvoiceItem {
  const { credit } = draft;
  const each = draft.quantity === 0 ? 0 : draft.amount / draft.quantity;
  const data: Stripe.InvoiceItem = {
    id: newId('ii'),
    object: 'invoiceitem',
    amount: draft.amount,
    currency: subscription.currency,
    customer: idOf(subscription.customer),
    customer_account: null,
    date: work.now,
    description: draft.description,
    // A charge that is not invoiced yet has no discounts, so its credit is discounted with it later.
    discountable: (credit?.segment.invoice ?? null) === null,
    discounts: draft.discounts ?? [],
    invoice: null,
    livemode: false,
    metadata: {},
    net_amount: draft.amount,
    parent: {
      subscription_details: { subscription: subscription.id, subscription_item: itemId },
      type: 'subscription_details',
    },
    period: draft.period,
    pricing: {
      price_details: { price: draft.price.id, product: idOf(draft.price.product) ?? '' },
      type: 'price_details',
      unit_amount_decimal: decimalText(Number(each.toFixed(12))),
    },
    proration: true,
    proration_details: prorationDetailsOf(credit),
    quantity: draft.quantity,
    quantity_decimal: decimalText(draft.quantity),
    tax_rates: structuredClone(draft.taxRates),
    test_clock: idOf(subscription.test_clock),
  };
  const creditedTaxes = credit?.taxes?.map((tax) => ({ ...tax, amount: -tax.amount, taxable: -tax.taxable }));
  const item = work.add(
    'invoiceitem',
    data,
    (creditedTaxes === undefined ? {} : { creditedTaxes }) satisfies InvoiceItemMemory,
  );
  work.announce('invoiceitem.created', item);
  return item;
}

/** The credited charge and its discounts, for a credit. */
function prorationDetailsOf(credit: Credit | undefined): Stripe.InvoiceItem.ProrationDetails {
  const { invoice = null, line = null, invoiceItem = null } = credit?.segment ?? {};
  return {
    credited_items:
      invoice !== null && line !== null
        ? { invoice_line_item_details: { invoice, invoice_line_items: [line] }, type: 'invoice_line_item_details' }
        : invoiceItem !== null
          ? { invoice_item: invoiceItem, type: 'invoice_item' }
          : null,
    discount_amounts: (invoice === null ? [] : (credit?.discounts ?? []))
      .filter(({ amount }) => amount !== 0)
      .map(({ discount, amount }) => ({ amount: -amount, discount })),
  };
}
