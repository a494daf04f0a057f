import type Stripe from 'stripe';

/** What a line charges, or gives back, which is below zero; cents. */
export interface LineAmounts {
  /** After discounts. */
  readonly net: number;
  /** Of all its taxes, included ones too. */
  readonly tax: number;
  /** How many taxes that are. */
  readonly taxes: number;
  /** What it adds to its invoice: after discounts, with the taxes that come on top. */
  readonly total: number;
}

type Taxed = Pick<Stripe.InvoiceLineItem, 'amount' | 'discount_amounts' | 'taxes'>;

export function amountsOf({ amount, discount_amounts: discounts, taxes }: Taxed): LineAmounts {
  const net = amount - sum(discounts);
  const onTop = sum((taxes ?? []).filter(({ tax_behavior: behavior }) => behavior === 'exclusive'));
  return { net, tax: sum(taxes), taxes: taxes?.length ?? 0, total: net + onTop };
}

/** @param data an invoice's line as the mirror keeps it: JSON as Stripe serialises it. */
export function readLineAmounts(data: unknown): LineAmounts {
  return amountsOf(data as Taxed);
}

/** The invoice, and its lines, whose time a line gives back, by their ids; undefined where it gives nothing back, or what no invoice charged yet. */
export interface Credited {
  readonly invoiceId: string;
  readonly lineIds: readonly string[];
}

export function creditedBy({ parent }: Pick<Stripe.InvoiceLineItem, 'parent'>): Credited | undefined {
  const details = parent?.subscription_item_details ?? parent?.invoice_item_details;
  const credited = details?.proration_details?.credited_items;
  return credited ? { invoiceId: credited.invoice, lineIds: credited.invoice_line_items } : undefined;
}

function sum(parts: readonly { amount: number }[] | null): number {
  return (parts ?? []).reduce((total, { amount }) => total + amount, 0);
}
