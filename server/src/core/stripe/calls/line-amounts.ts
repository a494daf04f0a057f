import type Stripe from 'stripe';

/** The amounts of a line, negative if it credits something; cents. */
export interface LineAmounts {
  /** After discounts. */
  readonly net: number;
  /** The sum of all its taxes, including inclusive ones. */
  readonly tax: number;
  /** The number of these taxes. */
  readonly taxes: number;
  /** Its effect on the invoice total: after discounts, with exclusive taxes. */
  readonly total: number;
}

type Taxed = Pick<Stripe.InvoiceLineItem, 'amount' | 'discount_amounts' | 'taxes'>;

export function calculateLineAmounts({ amount, discount_amounts: discounts, taxes }: Taxed): LineAmounts {
  const net = amount - sum(discounts);
  const onTop = sum((taxes ?? []).filter(({ tax_behavior: behavior }) => behavior === 'exclusive'));
  return { net, tax: sum(taxes), taxes: taxes?.length ?? 0, total: net + onTop };
}

/** @param data an invoice line as stored in the mirror: JSON as Stripe serializes it. */
export function readLineAmounts(data: unknown): LineAmounts {
  return calculateLineAmounts(data as Taxed);
}

/**
 * The invoice and its lines that charged for the time that a line credits, by id; undefined if the line credits
 * nothing, or time that was not invoiced yet.
 */
export interface Credited {
  readonly invoiceId: string;
  readonly lineIds: readonly string[];
}

/** @param data an invoice line as stored in the mirror: JSON as Stripe serializes it. */
export function readCredited(data: unknown): Credited | undefined {
  return creditedBy(data as Stripe.InvoiceLineItem);
}

export function creditedBy({ parent }: Pick<Stripe.InvoiceLineItem, 'parent'>): Credited | undefined {
  const details = parent?.subscription_item_details ?? parent?.invoice_item_details;
  const credited = details?.proration_details?.credited_items;
  return credited ? { invoiceId: credited.invoice, lineIds: credited.invoice_line_items } : undefined;
}

function sum(parts: readonly { amount: number }[] | null): number {
  return (parts ?? []).reduce((total, { amount }) => total + amount, 0);
}
