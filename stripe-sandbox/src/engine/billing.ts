import type Stripe from 'stripe';
import { idOf } from '../ids.ts';
import type { Work } from '../storage/work.ts';
import { isForOneInvoice } from './discounts.ts';
import { draftInvoice, pendingItems, taxLocationMissing } from './invoicing.ts';
import type { LineDraft } from './lines.ts';
import { fullAmount } from './money.ts';
import type { Period } from './periods.ts';
import type { SubscriptionMemory } from './segments.ts';
import { taxLocationOf } from './tax.ts';
import { sum } from './totals.ts';

/** Records that these lines bill the subscription's items, so that a later change can credit unused time. */
function recordBilled(work: Work, subscription: Stripe.Subscription, lines: LineDraft[]): void {
  const { billed } = work.internal<SubscriptionMemory>(subscription.id);
  for (const line of lines) {
    if (line.subscriptionItem === null || line.price === null) continue;
    billed.push({
      item: line.subscriptionItem,
      start: line.period.start,
      end: line.period.end,
      amount: line.amount,
      discounts: [],
      quantity: line.quantity,
      price: line.price.id,
      invoice: null,
      line: null,
      invoiceItem: null,
    });
  }
}

/**
 * Drafts the next invoice of a subscription from its own lines and the customer's pending items. One-time discounts
 * are removed from the subscription.
 */
export async function billSubscription(
  work: Work,
  subscription: Stripe.Subscription,
  lines: LineDraft[],
  given: { reason: Stripe.Invoice.BillingReason; period: Period; prorationDate?: number | undefined },
): Promise<Stripe.Invoice> {
  const customer = await work.get('customer', idOf(subscription.customer));
  const items = await pendingItems(work, customer.id, subscription.currency, subscription.id);
  const invoice = await draftInvoice(
    work,
    {
      customer,
      subscription,
      currency: subscription.currency,
      billingReason: given.reason,
      collectionMethod: subscription.collection_method,
      autoAdvance: true,
      automaticTax: subscription.automatic_tax.enabled,
      defaultTaxRates: structuredClone(subscription.default_tax_rates ?? []),
      now: work.now,
      periodStart: given.period.start,
      periodEnd: given.period.end,
      discounts: subscription.discounts.map((discount) => idOf(discount)),
      prorationDate: given.prorationDate,
      description: subscription.invoice_settings.description,
      footer: subscription.invoice_settings.footer ?? customer.invoice_settings.footer,
      daysUntilDue: subscription.days_until_due,
      testClock: idOf(subscription.test_clock),
    },
    lines,
    items,
  );
  subscription.latest_invoice = invoice.id;
  recordBilled(work, subscription, lines);
  await dropUsedDiscounts(work, subscription, invoice);
  return invoice;
}

async function dropUsedDiscounts(
  work: Work,
  subscription: Stripe.Subscription,
  invoice: Stripe.Invoice,
): Promise<void> {
  const used = new Set(
    (invoice.total_discount_amounts ?? []).filter(({ amount }) => amount > 0).map(({ discount }) => idOf(discount)),
  );
  const isOver = async (id: string) => {
    const discount = await work.find('discount', id);
    const ended = discount?.end != null && discount.end <= work.now;
    return ended || (used.has(id) && (await isForOneInvoice(work, id)));
  };
  const keep = async (ids: string[]) => {
    const kept: string[] = [];
    for (const id of ids) {
      if (!(await isOver(id))) kept.push(id);
      else {
        const discount = await work.find('discount', id);
        if (discount !== undefined && discount.customer !== null) work.announce('customer.discount.deleted', discount);
      }
    }
    return kept;
  };
  subscription.discounts = await keep(subscription.discounts.map((discount) => idOf(discount)));
  for (const item of subscription.items.data)
    item.discounts = await keep(item.discounts.map((discount) => idOf(discount)));
}

/** Throws Stripe's error when automatic tax has no customer location. */
export async function needTaxLocation(work: Work, subscription: Stripe.Subscription): Promise<void> {
  if (!subscription.automatic_tax.enabled) return;
  const customer = await work.get('customer', idOf(subscription.customer));
  if (taxLocationOf(customer) === null) throw taxLocationMissing();
}

/** The price of all items for a whole period, before discounts, in cents. */
export function fullPrice(subscription: Stripe.Subscription): number {
  return sum(subscription.items.data.map((item) => fullAmount(item.price, item.quantity ?? 1)));
}
