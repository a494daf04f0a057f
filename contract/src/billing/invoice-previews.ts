import { z } from 'zod';
import { cents, utc } from '../api/values.ts';

/** A coupon on an invoice or a subscription. */
export const appliedDiscount = z.object({
  /** Its name in the reader's language. */
  name: z.string(),
  /** What the customer types; null for a discount that the vendor gave. */
  code: z.string().nullable(),
  /** Cents that it takes off this invoice. */
  amount: cents,
  /** From then on it takes nothing off; null where it never ends, or has an end that is not known. */
  until: utc.nullable(),
});
export type AppliedDiscount = z.infer<typeof appliedDiscount>;

/** What is paid each interval from a date on. A discount's end begins another one. */
export const recurringCharge = z.object({
  /** The first charge of this amount. */
  from: utc,
  /** The first charge of another amount; null where none is known. */
  until: utc.nullable(),
  /** Cents for each interval, with discounts and tax, before credit. */
  total: cents,
  /** Cents that discounts take off. */
  discount: cents,
});
export type RecurringCharge = z.infer<typeof recurringCharge>;

export const invoicePreview = z.object({
  lines: z.array(
    z.object({
      /** Product and plan, or the option, with what it pays for. */
      description: z.string(),
      /** The plan's name, or the option's caption. */
      name: z.string(),
      kind: z.enum(['base', 'additional', 'addon', 'other']),
      /** Whether it gives back or charges a part of a period. */
      isProration: z.boolean(),
      quantity: z.int(),
      unitPrice: cents,
      amount: cents,
    }),
  ),
  subtotal: cents,
  /** What coupons take off; negative where discounted time is given back. */
  discount: cents,
  /** The coupons behind `discount`. */
  discounts: z.array(appliedDiscount),
  totalExcludingTax: cents,
  taxAmounts: z.array(z.object({ description: z.string(), amount: cents })),
  total: cents,
  /** What the customer's credit leaves to be paid. */
  amountDue: cents,
  /** The customer's credit before this invoice; 0 without one. */
  creditBefore: cents,
  /** The customer's credit after it. More than before where the invoice gives money back. */
  creditAfter: cents,
  /** What the customer owes after it because it is too little to be charged alone. The next invoice of all charges it. */
  carriedOver: cents,
});
export type InvoicePreview = z.infer<typeof invoicePreview>;
