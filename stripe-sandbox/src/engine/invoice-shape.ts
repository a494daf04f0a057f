import type Stripe from 'stripe';
import { idOf, newId } from '../ids.ts';
import { ACCOUNT } from '../version.ts';
import { DAY } from './periods.ts';

/** The values of a new invoice. Times in seconds, UTC. */
export interface InvoiceDraft {
  customer: Stripe.Customer;
  subscription: Stripe.Subscription | null;
  currency: string;
  billingReason: Stripe.Invoice.BillingReason;
  collectionMethod: Stripe.Invoice.CollectionMethod;
  autoAdvance: boolean;
  automaticTax: boolean;
  now: number;
  periodStart: number;
  periodEnd: number;
  discounts: string[];
  prorationDate?: number | undefined;
  description?: string | null;
  footer?: string | null;
  metadata?: Record<string, string>;
  daysUntilDue?: number | null;
  defaultPaymentMethod?: string | null;
  defaultTaxRates?: Stripe.TaxRate[];
  testClock: string | null;
}

/** A draft invoice without lines, with every field of the API. */
export function emptyInvoice(draft: InvoiceDraft): Stripe.Invoice {
  const id = newId('in');
  const { customer } = draft;
  return {
    id,
    object: 'invoice',
    ...accountFields,
    ...noAmounts,
    ...unsetFields,
    attempt_count: 0,
    attempted: false,
    auto_advance: draft.autoAdvance,
    automatic_tax: automaticTaxOf(draft),
    billing_reason: draft.billingReason,
    collection_method: draft.collectionMethod,
    created: draft.now,
    currency: draft.currency,
    custom_fields: customer.invoice_settings.custom_fields,
    ...customerFields(customer),
    default_payment_method: draft.defaultPaymentMethod ?? null,
    default_tax_rates: draft.defaultTaxRates ?? [],
    description: draft.description ?? null,
    discounts: draft.discounts,
    due_date: dueDateOf(draft),
    footer: draft.footer ?? customer.invoice_settings.footer,
    issuer: { type: 'self' },
    lines: { object: 'list', data: [], has_more: false, url: `/v1/invoices/${id}/lines` },
    livemode: false,
    metadata: draft.metadata ?? {},
    parent: parentOf(draft),
    payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
    period_end: draft.periodEnd,
    period_start: draft.periodStart,
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    starting_balance: customer.balance,
    status: 'draft',
    status_transitions: { finalized_at: null, marked_uncollectible_at: null, paid_at: null, voided_at: null },
    subtotal: 0,
    subtotal_excluding_tax: 0,
    test_clock: draft.testClock,
    ...noTotals(),
  };
}

const accountFields = { account_country: ACCOUNT.country, account_name: ACCOUNT.name, account_tax_ids: null };

const noAmounts = {
  amount_due: 0,
  amount_overpaid: 0,
  amount_paid: 0,
  amount_remaining: 0,
  amount_shipping: 0,
};

const unsetFields = {
  application: null,
  automatically_finalizes_at: null,
  default_source: null,
  effective_at: null,
  ending_balance: null,
  from_invoice: null,
  hosted_invoice_url: null,
  invoice_pdf: null,
  last_finalization_error: null,
  latest_revision: null,
  next_payment_attempt: null,
  number: null,
  on_behalf_of: null,
  receipt_number: null,
  rendering: null,
  shipping_cost: null,
  shipping_details: null,
  statement_descriptor: null,
  webhooks_delivered_at: null,
};

const noTotals = () => ({
  total: 0,
  total_discount_amounts: [],
  total_excluding_tax: 0,
  total_pretax_credit_amounts: [],
  total_taxes: [],
});

function automaticTaxOf({ automaticTax: enabled }: InvoiceDraft): Stripe.Invoice.AutomaticTax {
  return {
    disabled_reason: null,
    enabled,
    liability: enabled ? { type: 'self' } : null,
    provider: enabled ? 'stripe' : null,
    status: null,
  };
}

function customerFields(customer: Stripe.Customer) {
  return {
    customer: customer.id,
    customer_account: null,
    customer_address: customer.address ?? null,
    customer_email: customer.email,
    customer_name: customer.name ?? null,
    customer_phone: customer.phone ?? null,
    customer_shipping: customer.shipping,
    customer_tax_exempt: customer.tax_exempt ?? 'none',
    customer_tax_ids: [],
  };
}

function dueDateOf({ collectionMethod, daysUntilDue, now }: InvoiceDraft): number | null {
  return collectionMethod === 'send_invoice' && daysUntilDue != null ? now + daysUntilDue * DAY : null;
}

function parentOf({ subscription, prorationDate }: InvoiceDraft): Stripe.Invoice.Parent | null {
  if (subscription === null) return null;
  return {
    quote_details: null,
    subscription_details: {
      metadata: { ...subscription.metadata },
      subscription: idOf(subscription),
      ...(prorationDate === undefined ? {} : { subscription_proration_date: prorationDate }),
    },
    type: 'subscription_details',
  };
}
