import type { InvoiceDetail } from '@portico/contract';
import type Stripe from 'stripe';

/** What stands on an invoice besides its amounts and lines, which have columns and rows of their own. */
export type InvoiceDocument = Pick<
  InvoiceDetail,
  | 'subtotal'
  | 'discount'
  | 'tax'
  | 'creditApplied'
  | 'collection'
  | 'periodStart'
  | 'periodEnd'
  | 'receiptNumber'
  | 'customerEmail'
  | 'customerName'
  | 'customerPhone'
  | 'customerAddress'
>;

/** @param data an invoice as the mirror keeps it: JSON as Stripe serialises it. */
export function readInvoiceDocument(data: unknown): InvoiceDocument {
  const invoice = data as Stripe.Invoice;
  const sum = (amounts: readonly { amount: number }[] | null) =>
    (amounts ?? []).reduce((total, { amount }) => total + amount, 0);
  const address = invoice.customer_address;
  return {
    subtotal: invoice.subtotal,
    discount: sum(invoice.total_discount_amounts),
    tax: sum(invoice.total_taxes),
    creditApplied: spentCredit(invoice),
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
  };
}

/** Cents by which an invoice changed the customer's balance when it was finalized. Stripe's sign: a credit is negative. */
function spentCredit({ starting_balance: before, ending_balance: after }: Stripe.Invoice): number {
  return after === null || after === undefined ? 0 : after - (before ?? 0);
}
