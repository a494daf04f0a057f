import { contract } from '@portico/contract';
import { createRouteBuilder, type Route } from '../../core/http/route.ts';
import type { PortalModule } from '../../core/portal-module.ts';
import type { ApplyCouponContext } from './coupons.service.ts';
import { applyCoupon, listCouponRedemptions } from './coupons.service.ts';

function couponRoutes(context: ApplyCouponContext): Route[] {
  const route = createRouteBuilder(context);
  return [
    route(contract.coupons.apply, ({ context, query, body }) =>
      applyCoupon(context, query.coupon, { productId: query.productId, selection: body?.selection }),
    ),
    route(contract.coupons.listRedemptions, ({ context, params, query }) =>
      listCouponRedemptions(context, params.code, query),
    ),
  ];
}

export function couponsModule(context: ApplyCouponContext): PortalModule {
  return { routes: couponRoutes(context) };
}
