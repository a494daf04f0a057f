import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { purchaseSelection } from './purchase.ts';
import { catalogId, cents, utc } from './values.ts';

export const coupons = {
  apply: defineEndpoint({
    method: 'POST',
    path: '/api/Billing/Coupon/Apply',
    summary: 'What a coupon takes off; changes nothing. Wrong ones are counted, and too many block for a minute',
    action: 'purchase.buy',
    query: z.object({
      coupon: z.string().trim().min(1).max(100),
      /** Refuses a coupon that is not for this product. */
      productId: catalogId.optional(),
    }),
    /** Refuses a coupon that this selection could not be bought with, and says why. It needs the product. */
    body: z.object({ selection: purchaseSelection.omit({ coupon: true }).optional() }).optional(),
    /** What the coupon takes off, in PascalCase (WIRE-1). */
    response: z.object({
      Id: z.string(),
      Name: z.string(),
      PercentOff: z.number().nullable(),
      AmountOff: cents.nullable(),
      Created: utc,
    }),
    errors: ['InvalidCoupon', 'NotForSale'],
  }),
};
