import { catalogPlans, catalog as endpoints } from '@portico/contract';
import type { Database } from '../core/db/database.ts';
import { createRouteBuilder, type Route } from '../core/http/route.ts';
import type { PortalModule } from '../core/portal-module.ts';
import type { StripeClient } from '../core/stripe/index.ts';
import { compareWithStripeJob } from './apply/compare-with-stripe.ts';
import type { CatalogContext } from './catalog.service.ts';
import { getPlan, listBuyers, listMyProducts, listPlans, listProducts } from './catalog.service.ts';
import { draftRoutes } from './drafts/drafts.routes.ts';
import type { DraftsContext } from './drafts/open-draft.ts';
import { addPlan, countPlanHolders, type PlansContext, removePlan, savePlan } from './plans.service.ts';
import { publishJob } from './versions/publish.ts';

function catalogRoutes(context: CatalogContext & PlansContext): Route[] {
  const route = createRouteBuilder(context);
  return [
    route(endpoints.listProducts, ({ context, query }) => listProducts(context, query)),
    route(endpoints.listMyProducts, ({ context, query }) => listMyProducts(context, query)),
    route(endpoints.listBuyers, ({ context }) => listBuyers(context)),
    route(endpoints.listPlans, ({ context, params, query }) => listPlans(context, params.id, query)),
    route(catalogPlans.addPlan, ({ context, params, body }) => addPlan(context, params.id, body)),
    route(catalogPlans.savePlan, ({ context, params, body }) => savePlan(context, params, body)),
    route(catalogPlans.removePlan, ({ context, params }) => removePlan(context, params)),
    route(catalogPlans.countPlanHolders, ({ context, params }) => countPlanHolders(context, params)),
    route(endpoints.getPlan, ({ context, params }) => getPlan(context, params.id, params.planId)),
  ];
}

/** The products and plans that the vendor sells. */
export function catalogModule(context: CatalogContext & DraftsContext): PortalModule {
  return {
    routes: [...catalogRoutes(context), ...draftRoutes(context)],
    jobs: [publishJob(context), compareWithStripeJob(context)],
  };
}

/**
 * Applies a catalog file to the database and to Stripe. Only differences are changed.
 * @returns the ids of the file's products, in its order
 * @throws CatalogFileError with all problems of the file; nothing was applied
 */
export async function applyCatalogFile(options: {
  readonly file: string;
  readonly database: Database;
  readonly client: StripeClient;
}): Promise<{ readonly productIds: readonly string[] }> {
  const { file, database, client } = options;
  // Loaded on demand, because a portal applies a file at most once.
  const [{ readCatalogFile }, { applyCatalog }, { createCatalogGateway }] = await Promise.all([
    import('./file/read-catalog-file.ts'),
    import('./apply/apply-catalog.ts'),
    import('../core/stripe/calls/catalog-gateway.ts'),
  ]);
  const catalog = readCatalogFile(file);
  await applyCatalog({ database, gateway: createCatalogGateway(client), catalog });
  return { productIds: catalog.definition.products.map(({ id }) => id) };
}
