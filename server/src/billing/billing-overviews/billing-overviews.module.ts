import type { PortalModule } from '../../core/portal-module.ts';
import { billingOverviewRoutes } from './billing-overviews.routes.ts';
import type { BillingOverviewsContext } from './billing-overviews.service.ts';

/** What the billing dashboard tells besides its lists. */
export function billingOverviewsModule(context: BillingOverviewsContext): PortalModule {
  return { routes: billingOverviewRoutes(context) };
}
