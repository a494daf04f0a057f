import { eq, inArray, sql } from 'drizzle-orm';
import type { Database, Queryable } from '../../db/database.ts';
import {
  addonPlans,
  addons,
  catalogCoupons,
  catalogPrices,
  catalogState,
  coupons,
  plans,
  prices,
  products,
  userProducts,
} from '../../db/schema/index.ts';

/** All rows of the catalogue, retired ones included, as they were at one moment. */
export interface CatalogRows {
  readonly version: number;
  readonly products: readonly (typeof products.$inferSelect)[];
  readonly plans: readonly (typeof plans.$inferSelect)[];
  readonly addons: readonly (typeof addons.$inferSelect)[];
  readonly addonPlans: readonly (typeof addonPlans.$inferSelect)[];
  readonly prices: readonly (typeof prices.$inferSelect)[];
  readonly catalogPrices: readonly (typeof catalogPrices.$inferSelect)[];
  readonly coupons: readonly (typeof coupons.$inferSelect)[];
  readonly catalogCoupons: readonly (typeof catalogCoupons.$inferSelect)[];
}

/** Reads every table of the catalogue on `transaction`. */
export async function selectCatalog(transaction: Queryable): Promise<CatalogRows> {
  const [state] = await transaction.select().from(catalogState);
  return {
    version: state?.version ?? 0,
    products: await transaction.select().from(products).orderBy(products.position, products.id),
    plans: await transaction.select().from(plans).orderBy(plans.position, plans.id),
    addons: await transaction.select().from(addons).orderBy(addons.position, addons.id),
    addonPlans: await transaction.select().from(addonPlans).orderBy(addonPlans.addonId, addonPlans.planId),
    prices: await transaction.select().from(prices).orderBy(prices.position, prices.id),
    catalogPrices: await transaction.select().from(catalogPrices).orderBy(catalogPrices.createdAt),
    coupons: await transaction.select().from(coupons).orderBy(coupons.position, coupons.code),
    catalogCoupons: await transaction.select().from(catalogCoupons).orderBy(catalogCoupons.createdAt),
  };
}

export type CatalogQueries = ReturnType<typeof createCatalogQueries>;

export function createCatalogQueries(database: Database) {
  return {
    /** The version that the database has now: one row by its key. */
    async readVersion(): Promise<number> {
      const [state] = await database.query.select({ version: catalogState.version }).from(catalogState);
      return state?.version ?? 0;
    },

    /** The whole catalogue from one snapshot of the database, so that no apply shows in halves. */
    readCatalog(): Promise<CatalogRows> {
      return database.transaction(async (transaction) => {
        await transaction.execute(sql`set transaction isolation level repeatable read, read only`);
        return selectCatalog(transaction);
      });
    },

    async readUserProducts(userId: number): Promise<ReadonlySet<string>> {
      const rows = await database.query
        .select({ productId: userProducts.productId })
        .from(userProducts)
        .where(eq(userProducts.userId, userId));
      return new Set(rows.map((row) => row.productId));
    },
  };
}

/** Gives a user exactly these products; owners, admins and operators have all without. Unknown ids are left out. */
export async function setUserProducts(
  transaction: Queryable,
  userId: number,
  productIds: readonly string[],
): Promise<void> {
  await transaction.delete(userProducts).where(eq(userProducts.userId, userId));
  if (productIds.length === 0) return;
  await transaction.insert(userProducts).select(
    transaction
      .select({ userId: sql<number>`${userId}::bigint`.as('user_id'), productId: products.id })
      .from(products)
      .where(inArray(products.id, [...productIds])),
  );
}
