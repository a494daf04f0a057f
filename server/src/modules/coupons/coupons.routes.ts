import { contract } from '@portico/contract';
import { type Route, routesOf } from '../../http/route.ts';
import { type ApplyingContext, applyCoupon } from './coupons.service.ts';

export function couponRoutes(context: ApplyingContext): Route[] {
  const route = routesOf(context);
  return [
    route(contract.coupons.apply, ({ context, query, body }) =>
      applyCoupon(context, query.coupon, { productId: query.productId, selection: body?.selection }),
    ),
  ];
}
