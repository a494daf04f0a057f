import { z } from 'zod';
import type { UpcomingCharges } from './upcoming.rules.ts';

const line = z.object({
  stripePriceId: z.string().optional(),
  description: z.string(),
  quantity: z.number(),
  unitAmount: z.number(),
  amount: z.number(),
  isProration: z.boolean(),
  net: z.number(),
  tax: z.number(),
  taxes: z.number(),
  total: z.number(),
  credited: z.object({ invoiceId: z.string(), lineIds: z.array(z.string()) }).optional(),
});

const discount = z.object({
  id: z.string(),
  amount: z.number(),
  couponId: z.string(),
  couponName: z.string(),
  promotionCodeId: z.string().nullable(),
  isOnce: z.boolean(),
  start: z.string(),
  end: z.string().nullable(),
});

const tax = z.object({
  amount: z.number(),
  rate: z.object({ name: z.string(), percentage: z.number() }).optional(),
});

const charge = z.object({ from: z.string(), until: z.string().nullable(), total: z.number(), discount: z.number() });

/** An upcoming invoice as it is stored. */
export const storedUpcoming: z.ZodType<UpcomingCharges> = z
  .object({
    lines: z.array(line),
    subtotal: z.number(),
    discount: z.number(),
    totalExcludingTax: z.number(),
    taxes: z.array(tax),
    total: z.number(),
    amountDue: z.number(),
    startingBalance: z.number(),
    customerTaxExempt: z.string(),
    discountIds: z.array(z.string()),
    discounts: z.array(discount),
    chargedAt: z.string(),
    periodStart: z.string(),
    periodEnd: z.string(),
    charges: z.array(charge),
  })
  .transform((stored) => stored as UpcomingCharges);
