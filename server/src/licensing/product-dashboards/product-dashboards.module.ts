import type { PortalModule } from '../../core/portal-module.ts';
import type { ProductDashboardsContext } from './product-dashboards.context.ts';
import { productDashboardRoutes } from './product-dashboards.routes.ts';

/** What products reported of an account: figures, days, versions and devices. */
export function productDashboardsModule(context: ProductDashboardsContext): PortalModule {
  return { routes: productDashboardRoutes(context) };
}
