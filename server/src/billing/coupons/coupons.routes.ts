import { contract } from '@portico/contract';
import { createRouteBuilder, type Route } from '../../core/http/route.ts';
import type { PortalModule } from '../../core/portal-module.ts';
import type { ApplyingContext } from './coupons.service.ts';
import { applyCoupon } from './coupons.service.ts';
import { listCouponRedemptions } from './redemptions.service.ts';

function couponRoutes(context: ApplyingContext): Route[] {
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

/** Coupons that customers type, and which of them an account has used. */
export function couponsModule(context: ApplyingContext): PortalModule {
  return { routes: couponRoutes(context) };
}
