import { contract } from '@portico/contract';
import { type Route, routesOf } from '../../http/route.ts';
import { applyCoupon, type CouponsContext } from './coupons.service.ts';

export function couponRoutes(context: CouponsContext): Route[] {
  const route = routesOf(context);
  return [route(contract.coupons.apply, ({ context, query }) => applyCoupon(context, query.coupon, query.productId))];
}
