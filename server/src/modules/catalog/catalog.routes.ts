import { catalog as endpoints } from '@portico/contract';
import { type Route, routesOf } from '../../http/route.ts';
import {
  type CatalogContext,
  getPlan,
  listBuyers,
  listMyProducts,
  listPlans,
  listProducts,
} from './catalog.service.ts';

export function catalogRoutes(context: CatalogContext): Route[] {
  const route = routesOf(context);
  return [
    route(endpoints.listProducts, ({ context, query }) => listProducts(context, query)),
    route(endpoints.listMyProducts, ({ context, query }) => listMyProducts(context, query)),
    route(endpoints.listBuyers, ({ context }) => listBuyers(context)),
    route(endpoints.listPlans, ({ context, params, query }) => listPlans(context, params.id, query)),
    route(endpoints.getPlan, ({ context, params }) => getPlan(context, params.id, params.planId)),
  ];
}
