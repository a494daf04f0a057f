import type { PortalModule } from '../portal-module.ts';
import { couponRoutes } from './coupons.routes.ts';
import type { CouponsContext } from './coupons.service.ts';

export { InvalidCouponError } from './coupons.errors.ts';
export { redeemCoupon, releaseCoupon } from './coupons.queries.ts';
export { assertCouponUnused, type CouponsContext, findCoupon } from './coupons.service.ts';

/** Coupons that customers type, and which of them an account has used. */
export function couponsModule(context: CouponsContext): PortalModule {
  return { routes: couponRoutes(context) };
}
