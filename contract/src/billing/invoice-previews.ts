import { z } from 'zod';
import { cents, utc } from '../api/values.ts';

/** A coupon on an invoice or a subscription. */
export const appliedDiscount = z.object({
  /** The coupon's name in the user's language. */
  name: z.string(),
  /** The code that the customer enters; null for a discount that the vendor gave. */
  code: z.string().nullable(),
  /** Discount on this invoice, in cents. */
  amount: cents,
  /** When the discount ends; null if never or unknown. */
  until: utc.nullable(),
});
export type AppliedDiscount = z.infer<typeof appliedDiscount>;

/** The amount paid each interval from a date on. Another charge begins when a discount ends. */
export const recurringCharge = z.object({
  /** Date of the first charge of this amount. */
  from: utc,
  /** Date of the first charge of another amount; null if unknown. */
  until: utc.nullable(),
  /** Cents per interval, with discounts and tax, before credit. */
  total: cents,
  /** Discount in cents. */
  discount: cents,
});
export type RecurringCharge = z.infer<typeof recurringCharge>;

export const invoicePreview = z.object({
  lines: z.array(
    z.object({
      /** Product and plan, or the add-on, with what it is paid for. */
      description: z.string(),
      /** The plan's name, or the add-on's caption. */
      name: z.string(),
      kind: z.enum(['base', 'additional', 'addon', 'other']),
      /** Whether the line credits or charges a part of a period. */
      isProration: z.boolean(),
      quantity: z.int(),
      unitPrice: cents,
      amount: cents,
    }),
  ),
  subtotal: cents,
  /** Discount from coupons; negative if discounted time is credited. */
  discount: cents,
  /** The coupons behind `discount`. */
  discounts: z.array(appliedDiscount),
  totalExcludingTax: cents,
  taxAmounts: z.array(z.object({ description: z.string(), amount: cents })),
  total: cents,
  /** Amount left to pay after the customer's credit. */
  amountDue: cents,
  /** The customer's credit before this invoice; 0 for none. */
  creditBefore: cents,
  /** The customer's credit afterwards. It is larger than before if the invoice is negative. */
  creditAfter: cents,
  /** Debt of the customer afterwards that is too small to be charged alone. The customer's next invoice includes it. */
  carriedOver: cents,
});
export type InvoicePreview = z.infer<typeof invoicePreview>;
