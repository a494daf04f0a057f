import type { PortalModule } from '../../core/portal-module.ts';
import { couponRoutes } from './coupons.routes.ts';
import type { ApplyingContext } from './coupons.service.ts';

/** Coupons that customers type, and which of them an account has used. */
export function couponsModule(context: ApplyingContext): PortalModule {
  return { routes: couponRoutes(context) };
}
