import type { Database } from '../core/db/database.ts';
import type { PortalModule } from '../core/portal-module.ts';
import type { StripeClient } from '../core/stripe/index.ts';
import { catalogRoutes } from './catalog.routes.ts';
import type { CatalogContext } from './catalog.service.ts';
import { draftRoutes } from './drafts/drafts.routes.ts';
import type { DraftsContext } from './drafts/opened.ts';
import { publishJob } from './versions/publish.ts';

export { amountPerMonth, yearSavings } from './catalog.amounts.ts';
export { presentFeatures } from './catalog.features.ts';
export { type AccountHoldings, type HeldSubscription, type Holding, liveSubscription } from './catalog.holdings.ts';
export { linkedOrigins, signOutProducts, switcherProducts } from './catalog.links.ts';
export { findPlan, namePlan, nameProduct } from './catalog.naming.ts';
export { noticeDaysOf, shownDaysOf } from './catalog.notice-days.ts';
export {
  listPromotionCodes,
  setProductLink,
} from './catalog.queries.ts';
export type { CancellationOffer } from './catalog.rows.ts';
export {
  type CurrentHolding,
  type ResolvedLine,
  type ResolvedSelection,
  type Selection,
  soldCaption,
} from './catalog.selection.ts';
export type { CatalogContext } from './catalog.service.ts';
export { type Catalog, type CatalogReader, createCatalog } from './catalog.ts';
export type { Coupon, Plan, PricePlan, Product, SoldCoupon, SoldPrice } from './catalog.types.ts';
export { presentUnit } from './catalog.units.ts';
export { findSoldProduct, presentPlansForVisitors, presentSoldProduct } from './catalog.visitors.ts';

/** The products and plans that the vendor sells. */
export function catalogModule(context: CatalogContext & DraftsContext): PortalModule {
  return { routes: [...catalogRoutes(context), ...draftRoutes(context)], jobs: [publishJob(context)] };
}

/**
 * Applies a catalog file to the database and to Stripe. Only differences are changed.
 * @returns ids of the file's products, in its order.
 * @throws CatalogFileError with all problems of the file. Nothing was applied then.
 */
export async function applyCatalogFile(options: {
  readonly file: string;
  readonly database: Database;
  readonly client: StripeClient;
}): Promise<{ readonly productIds: readonly string[] }> {
  const { file, database, client } = options;
  // Loaded here, because a portal applies a file at most once.
  const [{ readCatalogFile }, { applyCatalog }, { createCatalogGateway }] = await Promise.all([
    import('./file/read-catalog-file.ts'),
    import('./apply/apply-catalog.ts'),
    import('../core/stripe/calls/catalog-gateway.ts'),
  ]);
  const catalog = readCatalogFile(file);
  await applyCatalog({ database, gateway: createCatalogGateway(client), catalog });
  return { productIds: catalog.definition.products.map(({ id }) => id) };
}
