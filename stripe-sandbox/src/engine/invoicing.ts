import type Stripe from 'stripe';
import { invalidRequest } from '../errors.ts';
import { idOf, newId, randomText } from '../ids.ts';
import { ALL } from '../storage/select.ts';
import type { Work } from '../storage/work.ts';
import { recordBalanceChange } from './balance.ts';
import { discountsAt } from './discounts.ts';
import { emptyInvoice, type InvoiceDraft } from './invoice-shape.ts';
import { buildLine, invoiceItemLine, type LineDraft } from './lines.ts';
import { LARGEST_AMOUNT, refuseTooLarge } from './money.ts';
import { createIntent } from './payment.ts';
import { HOUR } from './periods.ts';
import { settleBilled } from './segments.ts';
import { taxLocationOf } from './tax.ts';
import { invoiceTaxIds } from './tax-ids.ts';
import { taxRatesOf } from './tax-rates.ts';
import { applyBalance, computeTotals, type TaxExempt, type Totals } from './totals.ts';

/** Internal data of an invoice. */
export interface InvoiceMemory {
  /** The drafts of its lines, from which the totals of a draft are recomputed. */
  drafts: LineDraft[];
  /** The secret of its hosted page. */
  secret: string;
  /** The moment at which discounts are evaluated, in seconds. */
  discountsAt: number;
  withoutOnce?: boolean;
  daysUntilDue?: number;
}

/** Pending items for the next invoice: those of `subscription`, and those of no subscription. */
export async function pendingItems(
  work: Work,
  customerId: string,
  currency: string,
  subscription: string | null,
): Promise<Stripe.InvoiceItem[]> {
  const items = await work.list('invoiceitem', {
    customer: customerId,
    match: { invoice: null, currency },
    limit: ALL,
  });
  return items
    .filter((item) => {
      const owner = item.parent?.subscription_details?.subscription ?? null;
      return owner === null || owner === subscription;
    })
    .reverse();
}

/**
 * Makes a draft invoice with its lines and totals. `items` are the pending invoice items on it. A preview is such an
 * invoice in a transaction that is rolled back.
 */
export async function draftInvoice(
  work: Work,
  draft: InvoiceDraft,
  lines: LineDraft[],
  items: Stripe.InvoiceItem[],
  options: { discountsAt?: number; withoutOnce?: boolean } = {},
): Promise<Stripe.Invoice> {
  const invoice = emptyInvoice(draft);
  const drafts = [...(await Promise.all(items.map((item) => invoiceItemLine(work, item)))), ...lines];
  const memory: InvoiceMemory = {
    drafts,
    secret: randomText(40),
    discountsAt: options.discountsAt ?? work.now,
    ...(options.withoutOnce ? { withoutOnce: true } : {}),
    ...(draft.daysUntilDue == null ? {} : { daysUntilDue: draft.daysUntilDue }),
  };
  work.add('invoice', invoice, memory);
  for (const item of items) item.invoice = invoice.id;
  invoice.lines.data = drafts.map((line) => buildLine(line, invoice.id, invoice.currency));
  await retotal(work, invoice);
  work.announce('invoice.created', invoice);
  return invoice;
}

/** Adds items to a draft. */
export async function addToDraft(work: Work, invoice: Stripe.Invoice, item: Stripe.InvoiceItem): Promise<void> {
  const line = await invoiceItemLine(work, item);
  work.internal<InvoiceMemory>(invoice.id).drafts.push(line);
  invoice.lines.data.push(buildLine(line, invoice.id, invoice.currency));
  item.invoice = invoice.id;
  await retotal(work, invoice);
}

/** Removes an item from a draft. */
export async function removeFromDraft(work: Work, invoice: Stripe.Invoice, itemId: string): Promise<void> {
  const memory = work.internal<InvoiceMemory>(invoice.id);
  const index = memory.drafts.findIndex((line) => line.invoiceItem === itemId);
  if (index < 0) return;
  memory.drafts.splice(index, 1);
  invoice.lines.data.splice(index, 1);
  await retotal(work, invoice);
}

/** Computes discounts, taxes and amounts of a draft from its lines and the customer's current data. */
export async function retotal(work: Work, invoice: Stripe.Invoice): Promise<void> {
  const memory = work.internal<InvoiceMemory>(invoice.id);
  const customer = await work.get('customer', idOf(invoice.customer) ?? '');
  const at = memory.discountsAt;
  const options = memory.withoutOnce ? { withoutOnce: true } : {};
  const discounts = await discountsAt(
    work,
    invoice.discounts.map((discount) => idOf(discount)),
    at,
    options,
  );
  const location = invoice.automatic_tax.enabled ? taxLocationOf(customer) : null;
  const defaults = invoice.default_tax_rates.map(({ id }) => id);
  const lines = await Promise.all(
    memory.drafts.map(async (line) => ({
      amount: line.amount,
      product: line.price === null ? null : idOf(line.price.product),
      discountable: line.discountable,
      ownDiscounts: await discountsAt(work, line.ownDiscounts, at, options),
      fixedDiscounts: line.fixedDiscounts,
      fixedTaxes: line.fixedTaxes,
      taxInclusive: line.taxInclusive,
      rates: await taxRatesOf(work, line.taxRates.length > 0 ? line.taxRates : defaults, 'tax_rates'),
    })),
  );
  const totals = computeTotals(lines, discounts, location, (customer.tax_exempt ?? 'none') as TaxExempt);
  showTotals(invoice, totals);
  invoice.customer_address = customer.address ?? null;
  invoice.customer_email = customer.email;
  invoice.customer_name = customer.name ?? null;
  invoice.customer_phone = customer.phone ?? null;
  invoice.customer_tax_ids = await invoiceTaxIds(work, customer.id);
  invoice.customer_shipping = customer.shipping;
  invoice.customer_tax_exempt = customer.tax_exempt ?? 'none';
  invoice.starting_balance = customer.balance;
  invoice.amount_due = applyBalance(invoice.total, customer.balance).due;
  invoice.amount_remaining = invoice.amount_due;
  if (invoice.automatic_tax.enabled)
    invoice.automatic_tax.status = location === null ? 'requires_location_inputs' : 'complete';
}

function showTotals(invoice: Stripe.Invoice, totals: Totals): void {
  invoice.lines.data.forEach((line, index) => {
    const result = totals.lines[index];
    line.discount_amounts = (result?.discounts ?? []).map(({ discount, amount }) => ({ amount, discount }));
    line.taxes = (result?.taxes ?? []).map((tax) => taxEntry(tax));
  });
  invoice.subtotal = totals.subtotal;
  invoice.subtotal_excluding_tax = totals.subtotal - totals.inclusiveTax;
  invoice.total = totals.total;
  invoice.total_excluding_tax = totals.total - totals.exclusiveTax - totals.inclusiveTax;

  const discounts = new Map<string, number>();
  for (const { discount, amount } of totals.lines.flatMap((line) => line.discounts)) {
    discounts.set(discount, (discounts.get(discount) ?? 0) + amount);
  }
  invoice.total_discount_amounts = [...discounts].map(([discount, amount]) => ({ amount, discount }));

  const taxes = new Map<string, Totals['lines'][number]['taxes'][number]>();
  for (const tax of totals.lines.flatMap((line) => line.taxes)) {
    const key = `${tax.rate} ${tax.inclusive} ${tax.reason}`;
    const known = taxes.get(key);
    taxes.set(
      key,
      known === undefined
        ? { ...tax }
        : { ...known, amount: known.amount + tax.amount, taxable: known.taxable + tax.taxable },
    );
  }
  invoice.total_taxes = [...taxes.values()].map((tax) => taxEntry(tax));
}

function taxEntry(tax: Totals['lines'][number]['taxes'][number]): Stripe.InvoiceLineItem.Tax {
  return {
    amount: tax.amount,
    tax_behavior: tax.inclusive ? 'inclusive' : 'exclusive',
    tax_rate_details: { tax_rate: tax.rate },
    taxability_reason: tax.reason,
    taxable_amount: tax.taxable,
    type: 'tax_rate_details',
  };
}

/** The address of the hosted page, which its link opens without a key. */
function hostedUrl(work: Work, invoice: Stripe.Invoice): string {
  return `${work.site.browserBase}/invoices/${invoice.id}/${work.internal<InvoiceMemory>(invoice.id).secret}`;
}

/** Schedules the finalization of a draft in an hour, as Stripe does with automatic invoices. */
export function finalizeLater(work: Work, invoice: Stripe.Invoice): void {
  invoice.automatically_finalizes_at = work.now + HOUR;
  work.setDue(invoice.id, invoice.automatically_finalizes_at);
}

/**
 * Numbers a draft, applies the customer's balance and creates the payment intent. Charges nothing. Throws without a
 * location for automatic tax and for too large an amount.
 */
export async function finalize(work: Work, invoice: Stripe.Invoice): Promise<void> {
  await retotal(work, invoice);
  requireChargeable(invoice);
  if (invoice.automatic_tax.status === 'requires_location_inputs') throw taxLocationMissing();
  await openInvoice(work, invoice);
}

/** Finalizes a draft whose totals are current and which `canFinalize` accepts. */
export async function openInvoice(work: Work, invoice: Stripe.Invoice): Promise<void> {
  const customer = await work.get('customer', idOf(invoice.customer) ?? '');
  const { due, ending } = applyBalance(invoice.total, customer.balance);
  invoice.ending_balance = ending;
  invoice.amount_due = due;
  invoice.amount_remaining = due;
  if (ending !== customer.balance)
    recordBalanceChange(work, customer, ending - customer.balance, 'applied_to_invoice', { invoice: invoice.id });
  customer.currency ??= invoice.currency;

  const sequence = customer.next_invoice_sequence ?? 1;
  invoice.number ??= `${customer.invoice_prefix}-${String(sequence).padStart(4, '0')}`;
  customer.next_invoice_sequence = sequence + 1;
  invoice.status = 'open';
  invoice.status_transitions.finalized_at = work.now;
  invoice.effective_at ??= work.now;
  invoice.automatically_finalizes_at = null;
  invoice.hosted_invoice_url = hostedUrl(work, invoice);
  invoice.invoice_pdf = `${hostedUrl(work, invoice)}/pdf`;
  const { daysUntilDue } = work.internal<InvoiceMemory>(invoice.id);
  if (invoice.collection_method === 'send_invoice') invoice.due_date ??= work.now + (daysUntilDue ?? 30) * 86_400;
  work.setDue(invoice.id, null);
  await settleBilled(work, invoice);
  if (due > 0) await addPayment(work, invoice, customer);
  work.announce('invoice.finalized', invoice);
}

/** Throws Stripe's error for an invoice above the largest amount. */
export function requireChargeable({ total, amount_due: due, currency }: Stripe.Invoice): void {
  refuseTooLarge(Math.max(total, due), currency);
}

/** True when a draft can be finalized: its tax is known, and its amount can be charged. */
export function canFinalize({ automatic_tax: tax, total, amount_due: due }: Stripe.Invoice): boolean {
  return !(tax.enabled && tax.status === 'requires_location_inputs') && Math.max(total, due) <= LARGEST_AMOUNT;
}

export function taxLocationMissing() {
  return invalidRequest(
    "The customer's location isn't recognized. Set a valid customer address in order to automatically calculate tax.",
    { code: 'customer_tax_location_invalid', param: 'automatic_tax' },
  );
}

const PURPOSES: Record<string, string> = {
  subscription_create: 'Subscription creation',
  subscription_cycle: 'Subscription update',
  subscription_update: 'Subscription update',
};

async function addPayment(work: Work, invoice: Stripe.Invoice, customer: Stripe.Customer): Promise<void> {
  const id = idOf(invoice.parent?.subscription_details?.subscription);
  const subscription = id === null ? undefined : await work.find('subscription', id);
  const options = subscription?.payment_settings?.payment_method_options?.card;
  const intent = createIntent(
    work,
    {
      amount: invoice.amount_due,
      currency: invoice.currency,
      customer: customer.id,
      description: PURPOSES[invoice.billing_reason ?? ''] ?? 'Payment for Invoice',
      receiptEmail: null,
      setupFutureUsage: id === null ? null : 'off_session',
      requestThreeDSecure: options?.request_three_d_secure,
    },
    { invoice: invoice.id, ...(invoice.billing_reason === 'subscription_cycle' ? { isOffSession: true } : {}) },
  );
  work.add('invoice_payment', {
    id: newId('inpay'),
    object: 'invoice_payment',
    amount_paid: null,
    amount_requested: invoice.amount_due,
    created: work.now,
    currency: invoice.currency,
    invoice: invoice.id,
    is_default: true,
    livemode: false,
    payment: { payment_intent: intent.id, type: 'payment_intent' },
    status: 'open',
    status_transitions: { canceled_at: null, paid_at: null },
  });
}

/** The open payment of an invoice and its intent. */
export async function openPayment(work: Work, invoice: Stripe.Invoice) {
  const [payment] = await work.list('invoice_payment', { related: [invoice.id], match: { status: 'open' }, limit: 1 });
  if (payment === undefined) return null;
  const intent = await work.get('payment_intent', idOf(payment.payment.payment_intent) ?? '');
  return { payment, intent };
}
