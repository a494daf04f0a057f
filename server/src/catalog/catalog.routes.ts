import { catalog as endpoints } from '@portico/contract';
import { type Route, routesOf } from '../core/http/route.ts';
import {
  type CatalogContext,
  getPlan,
  listBuyers,
  listMyProducts,
  listPlans,
  listProducts,
} from './catalog.service.ts';
import { addPlan, countPlanHolders, type PlansContext, removePlan, savePlan } from './plans.service.ts';

export function catalogRoutes(context: CatalogContext & PlansContext): Route[] {
  const route = routesOf(context);
  return [
    route(endpoints.listProducts, ({ context, query }) => listProducts(context, query)),
    route(endpoints.listMyProducts, ({ context, query }) => listMyProducts(context, query)),
    route(endpoints.listBuyers, ({ context }) => listBuyers(context)),
    route(endpoints.listPlans, ({ context, params, query }) => listPlans(context, params.id, query)),
    route(endpoints.addPlan, ({ context, params, body }) => addPlan(context, params.id, body)),
    route(endpoints.savePlan, ({ context, params, body }) => savePlan(context, params, body)),
    route(endpoints.removePlan, ({ context, params }) => removePlan(context, params)),
    route(endpoints.countPlanHolders, ({ context, params }) => countPlanHolders(context, params)),
    route(endpoints.getPlan, ({ context, params }) => getPlan(context, params.id, params.planId)),
  ];
}
