import type Stripe from 'stripe';

/** What a line charges, or gives back, which is below zero; cents. */
export interface LineAmounts {
  /** After discounts. */
  readonly net: number;
  /** Of all its taxes, included ones too. */
  readonly tax: number;
  /** How many taxes that are. */
  readonly taxes: number;
}

type Taxed = Pick<Stripe.InvoiceLineItem, 'amount' | 'discount_amounts' | 'taxes'>;

export function amountsOf({ amount, discount_amounts: discounts, taxes }: Taxed): LineAmounts {
  return { net: amount - sum(discounts), tax: sum(taxes), taxes: taxes?.length ?? 0 };
}

/** @param data an invoice's line as the mirror keeps it: JSON as Stripe serialises it. */
export function readLineAmounts(data: unknown): LineAmounts {
  return amountsOf(data as Taxed);
}

/** The lines of earlier invoices whose time a line gives back, by their ids; none where it gives nothing back, or what no invoice charged yet. */
export function creditedLines({ parent }: Pick<Stripe.InvoiceLineItem, 'parent'>): readonly string[] {
  const details = parent?.subscription_item_details ?? parent?.invoice_item_details;
  return details?.proration_details?.credited_items?.invoice_line_items ?? [];
}

function sum(parts: readonly { amount: number }[] | null): number {
  return (parts ?? []).reduce((total, { amount }) => total + amount, 0);
}
