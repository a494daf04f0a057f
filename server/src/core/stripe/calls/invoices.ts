import type { InvoiceDetail } from '@portico/contract';
import type Stripe from 'stripe';

/** The contents of an invoice besides its amounts and lines, which have their own columns and rows. */
export type InvoiceDocument = Pick<
  InvoiceDetail,
  | 'subtotal'
  | 'discount'
  | 'tax'
  | 'creditApplied'
  | 'owedBefore'
  | 'carriedOver'
  | 'collection'
  | 'periodStart'
  | 'periodEnd'
  | 'receiptNumber'
  | 'customerEmail'
  | 'customerName'
  | 'customerPhone'
  | 'customerAddress'
  | 'customerTaxIds'
  | 'customFields'
>;

/** The fields of an invoice's JSON that `readInvoiceSums` and `readDiscountAmounts` read. */
export const summedFields = ['subtotal', 'total_discount_amounts', 'total_taxes'] as const;

/** @param data an invoice as stored in the mirror, or only its `summedFields` */
export function readInvoiceSums(data: unknown): Pick<InvoiceDetail, 'subtotal' | 'discount' | 'tax'> {
  const invoice = data as Pick<Stripe.Invoice, (typeof summedFields)[number]>;
  const sum = (amounts: readonly { amount: number }[] | null) =>
    (amounts ?? []).reduce((total, { amount }) => total + amount, 0);
  return {
    subtotal: invoice.subtotal,
    discount: sum(invoice.total_discount_amounts),
    tax: sum(invoice.total_taxes),
  };
}

/** @param data an invoice as stored in the mirror: JSON as Stripe serializes it. */
export function readInvoiceDocument(data: unknown): InvoiceDocument {
  const invoice = data as Stripe.Invoice;
  const address = invoice.customer_address;
  return {
    ...readInvoiceSums(data),
    ...readBalances(invoice),
    collection: invoice.collection_method === 'send_invoice' ? 'send' : 'charge',
    periodStart: new Date(invoice.period_start * 1000).toISOString(),
    periodEnd: new Date(invoice.period_end * 1000).toISOString(),
    receiptNumber: invoice.receipt_number,
    customerEmail: invoice.customer_email,
    customerName: invoice.customer_name,
    customerPhone: invoice.customer_phone,
    customerAddress: address && {
      line1: address.line1,
      line2: address.line2,
      city: address.city,
      state: address.state,
      postalCode: address.postal_code,
      country: address.country,
    },
    customerTaxIds: (invoice.customer_tax_ids ?? []).map(({ type, value }) => ({ kind: type, value: value ?? '' })),
    customFields: (invoice.custom_fields ?? []).map(({ name, value }) => ({ name, value })),
  };
}

/**
 * Each tax on an invoice, in cents, with the id of its rate; null if no rate is named.
 * @param data an invoice as stored in the mirror
 */
export function readTaxAmounts(data: unknown): { rateId: string | null; amount: number }[] {
  const { total_taxes: taxes } = data as Stripe.Invoice;
  return (taxes ?? []).flatMap(({ amount, tax_rate_details: details }) =>
    amount === 0 ? [] : [{ rateId: details?.tax_rate ?? null, amount }],
  );
}

/**
 * Each discount on an invoice, in cents.
 * @param data an invoice as stored in the mirror
 */
export function readDiscountAmounts(data: unknown): { id: string; amount: number }[] {
  const { total_discount_amounts: amounts } = data as Stripe.Invoice;
  return (amounts ?? []).flatMap(({ amount, discount }) =>
    amount === 0 ? [] : [{ id: typeof discount === 'string' ? discount : discount.id, amount }],
  );
}

/**
 * The change of the customer's balance when an invoice was finalized. At Stripe a credit is negative and a debt
 * positive.
 */
function readBalances({
  starting_balance: before,
  ending_balance: after,
}: Stripe.Invoice): Pick<InvoiceDocument, 'creditApplied' | 'owedBefore' | 'carriedOver'> {
  if (after === null || after === undefined) return { creditApplied: 0, owedBefore: 0, carriedOver: 0 };
  return {
    creditApplied: Math.max(0, -before) - Math.max(0, -after),
    owedBefore: Math.max(0, before),
    carriedOver: Math.max(0, after),
  };
}

/** The history of an invoice. */
export interface InvoiceLife {
  /** Stripe's reason for creating it, such as `subscription_cycle`. */
  readonly billingReason: string | null;
  /** Whether a card was charged. */
  readonly wasAttempted: boolean;
  readonly finalizedAt: Date | null;
  readonly paidAt: Date | null;
}

/** @param data an invoice as stored in the mirror. */
export function readInvoiceLife(data: unknown): InvoiceLife {
  const { billing_reason: billingReason, attempt_count: attempts, status_transitions: at } = data as Stripe.Invoice;
  const moment = (seconds: number | null) => (seconds === null ? null : new Date(seconds * 1000));
  return {
    billingReason,
    wasAttempted: attempts > 0,
    finalizedAt: moment(at.finalized_at),
    paidAt: moment(at.paid_at),
  };
}
