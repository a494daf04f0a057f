import { and, eq, sql } from 'drizzle-orm';
import type { Database, Queryable } from '../core/db/database.ts';
import {
  addonPlans,
  addons,
  catalogCoupons,
  catalogPrices,
  catalogState,
  coupons,
  negotiatedPrices,
  plans,
  prices,
  products,
} from '../core/db/schema/catalog.gen.ts';
import { type CatalogRows, parseAddon, parseCoupon, parsePlan, parsePrice, parseProduct } from './catalog.rows.ts';
import { canonicalCatalog, type Written } from './file/canonical.ts';
import { findNewest, replaceDefinition } from './versions/versions.queries.ts';

/** Reads all tables of the catalog. The transaction must use one snapshot of the database. */
export async function selectCatalog(on: Queryable): Promise<CatalogRows> {
  return {
    version: await readVersion(on),
    products: (await on.select().from(products).orderBy(products.position, products.id)).map(parseProduct),
    plans: (await on.select().from(plans).orderBy(plans.position, plans.id)).map(parsePlan),
    addons: (await on.select().from(addons).orderBy(addons.position, addons.id)).map(parseAddon),
    addonPlans: await on.select().from(addonPlans).orderBy(addonPlans.addonId, addonPlans.planId),
    prices: (await on.select().from(prices).orderBy(prices.position, prices.id)).map(parsePrice),
    catalogPrices: await on.select().from(catalogPrices).orderBy(catalogPrices.createdAt),
    negotiatedPrices: await on.select().from(negotiatedPrices).orderBy(negotiatedPrices.createdAt),
    coupons: (await on.select().from(coupons).orderBy(coupons.position, coupons.code)).map(parseCoupon),
    catalogCoupons: await on.select().from(catalogCoupons).orderBy(catalogCoupons.createdAt),
  };
}

/** Stores what a Stripe price that staff made means, and makes every process read the catalog again. */
export async function storeNegotiatedPrice(
  on: Queryable,
  price: Omit<typeof negotiatedPrices.$inferInsert, 'createdAt'>,
): Promise<void> {
  await on
    .insert(negotiatedPrices)
    .values(price)
    .onConflictDoUpdate({ target: negotiatedPrices.stripePriceId, set: { priceId: price.priceId } });
  await on.update(catalogState).set({ version: sql`${catalogState.version} + 1` });
}

/** The promotion codes that a coupon has or had at Stripe, with any terms; empty if the code was never published. */
export async function listPromotionCodes(on: Queryable, code: string): Promise<string[]> {
  const rows = await on
    .select({ id: catalogCoupons.stripePromotionCodeId })
    .from(catalogCoupons)
    .where(
      sql`${catalogCoupons.code} = (select ${coupons.code} from ${coupons} where lower(${coupons.code}) = lower(${code}))`,
    );
  return rows.map(({ id }) => id);
}

/** Every id that a plan or price has or had (CAT-3). */
export async function listCatalogIds(on: Queryable): Promise<ReadonlySet<string>> {
  const rows = await on
    .select({ id: plans.id })
    .from(plans)
    .unionAll(on.select({ id: prices.id }).from(prices));
  return new Set(rows.map(({ id }) => id));
}

/** The catalog's version in the database. */
async function readVersion(on: Queryable): Promise<number> {
  const [state] = await on.select({ version: catalogState.version }).from(catalogState);
  return state?.version ?? 0;
}

/** The catalog's version, by a prepared statement: every use of the cached catalog runs it. */
export async function readVersionPrepared({ pool }: Pick<Database, 'pool'>): Promise<number> {
  const { rows } = await pool.query<{ version: number }>({
    name: 'catalog-version',
    text: 'select version from catalog_state',
  });
  return rows[0]?.version ?? 0;
}

/** Reads the catalog from one snapshot, so that an apply is visible completely or not at all. */
export function readCatalog(database: Database): Promise<CatalogRows> {
  return inSnapshot(database, selectCatalog);
}

/** Runs `read` on one snapshot of the database, without concurrent changes. */
export function inSnapshot<Result>(database: Database, read: (on: Queryable) => Promise<Result>): Promise<Result> {
  return database.transaction(async (transaction) => {
    await transaction.execute(sql`set transaction isolation level repeatable read, read only`);
    return read(transaction);
  });
}

/** Changes a product's URL. @returns whether it changed @param link.sharesSignOut whether signing out of the portal signs out of the product */
export function setProductLink(
  database: Database,
  productId: string,
  link: { readonly url: string; readonly sharesSignOut: boolean },
): Promise<boolean> {
  return database.transaction(async (transaction) => {
    const changed = await transaction
      .update(products)
      .set(link)
      .where(
        and(
          eq(products.id, productId),
          sql`(${products.url}, ${products.sharesSignOut}) is distinct from (${link.url}, ${link.sharesSignOut})`,
        ),
      )
      .returning({ id: products.id });
    // Makes every process read the catalog again.
    if (changed.length > 0) {
      await transaction.update(catalogState).set({ version: sql`${catalogState.version} + 1` });
      await setLinkInVersion(transaction, productId, link);
    }
    return changed.length > 0;
  });
}

/** Updates the published version too, so that an export is correct (CAT-46). */
async function setLinkInVersion(
  on: Queryable,
  productId: string,
  { url, sharesSignOut }: { readonly url: string; readonly sharesSignOut: boolean },
): Promise<void> {
  const newest = await findNewest(on);
  if (!newest) return;
  const products = (newest.definition.products as readonly Written[]).map((product) =>
    product.id === productId ? { ...product, url, sharesSignOut } : product,
  );
  await replaceDefinition(on, newest.id, canonicalCatalog({ ...newest.definition, products }));
}
