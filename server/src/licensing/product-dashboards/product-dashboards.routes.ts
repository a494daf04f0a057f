import { contract } from '@portico/contract';
import { createRouteBuilder, type Route } from '../../core/http/route.ts';
import type { PortalModule } from '../../core/portal-module.ts';
import type { ProductDashboardsContext } from './product-dashboards.service.ts';
import {
  getMetrics,
  getProductInfo,
  getStatistics,
  listCounters,
  listDays,
  listLastRequests,
  listVersions,
} from './product-dashboards.service.ts';

const { productDashboards } = contract;

function productDashboardRoutes(context: ProductDashboardsContext): Route[] {
  const route = createRouteBuilder(context);
  return [
    route(productDashboards.getProductInfo, ({ context, params }) => getProductInfo(context, params.productId)),
    route(productDashboards.getMetrics, ({ context, params, query }) => getMetrics(context, params.productId, query)),
    route(productDashboards.listDays, ({ context, params, query }) => listDays(context, params.productId, query)),
    route(productDashboards.listVersions, ({ context, params, query }) =>
      listVersions(context, params.productId, query),
    ),
    route(productDashboards.listCounters, ({ context, params, query }) =>
      listCounters(context, params.productId, query),
    ),
    route(productDashboards.listLastRequests, ({ context, params, query }) =>
      listLastRequests(context, params.productId, query),
    ),
    route(productDashboards.getStatistics, ({ context, params }) => getStatistics(context, params.productId)),
  ];
}

/** The usage that products reported for an account: figures, days, versions and devices. */
export function productDashboardsModule(context: ProductDashboardsContext): PortalModule {
  return { routes: productDashboardRoutes(context) };
}
