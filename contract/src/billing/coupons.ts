import { z } from 'zod';
import { defineEndpoint } from '../api/endpoint.ts';
import { catalogId, cents, listSchema, pageQuery, rowId, utc } from '../api/values.ts';
import { couponCodePattern } from './coupon-code.ts';
import { purchaseSelection, typedCoupon } from './purchase.ts';

const redemption = z.object({
  account: z.object({ id: rowId, name: z.string() }),
  redeemedAt: utc,
});
export type CouponRedemption = z.infer<typeof redemption>;

export const coupons = {
  apply: defineEndpoint({
    method: 'POST',
    path: '/api/Billing/Coupon/Apply',
    summary:
      'The discount of a coupon; changes nothing. After too many wrong codes, the caller is blocked for a minute',
    action: 'purchase.buy',
    query: z.object({
      coupon: typedCoupon,
      /** If set, a coupon for another product is refused. */
      productId: catalogId.optional(),
    }),
    /** If set, a coupon that cannot be used for this selection is refused, with the reason. Requires the product. */
    body: z.object({ selection: purchaseSelection.omit({ coupon: true }).optional() }).optional(),
    /** The discount that the coupon gives, in PascalCase (WIRE-1). */
    response: z.object({
      Id: z.string(),
      Name: z.string(),
      PercentOff: z.number().nullable(),
      AmountOff: cents.nullable(),
      Created: utc,
    }),
    errors: ['InvalidCoupon', 'NotForSale'],
  }),
  listRedemptions: defineEndpoint({
    method: 'GET',
    path: '/api/Catalog/Coupons/{code}/Redemptions',
    summary: 'The accounts that used a coupon under any of its terms, newest first',
    action: 'operator.catalog',
    params: z.object({ code: z.string().regex(couponCodePattern) }),
    query: pageQuery({ pageSize: 10, max: 100 }),
    response: listSchema(redemption),
  }),
};
