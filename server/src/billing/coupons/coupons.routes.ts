import { contract } from '@portico/contract';
import { type Route, routesOf } from '../../core/http/route.ts';
import { type ApplyingContext, applyCoupon } from './coupons.service.ts';
import { listCouponRedemptions } from './redemptions.service.ts';

export function couponRoutes(context: ApplyingContext): Route[] {
  const route = routesOf(context);
  return [
    route(contract.coupons.apply, ({ context, query, body }) =>
      applyCoupon(context, query.coupon, { productId: query.productId, selection: body?.selection }),
    ),
    route(contract.coupons.listRedemptions, ({ context, params, query }) =>
      listCouponRedemptions(context, params.code, query),
    ),
  ];
}
