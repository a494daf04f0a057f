import { and, eq, getTableColumns, inArray, isNull, notInArray, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import {
  type Company,
  listAllShownCustomers,
  listCompanies,
  type ShownCustomer,
  saveCompanies,
  saveShownCustomers,
} from '../../accounts/index.ts';
import type { Database, Queryable } from '../../core/db/database.ts';
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
} from '../../core/db/schema/catalog.gen.ts';
import { inSnapshot, selectCatalog } from '../catalog.queries.ts';
import type { CatalogCoupon, CatalogPrice, CatalogRows } from '../catalog.rows.ts';
import type { CatalogDefinition } from '../file/definition.ts';

export interface StoredCatalog extends CatalogRows {
  readonly companies: readonly Company[];
  /** By brand id. */
  readonly shownCustomers: ReadonlyMap<number, readonly ShownCustomer[]>;
}

/** The objects that Stripe sells now, to be stored with the file's rows. */
export interface SoldAtStripe {
  readonly prices: readonly Omit<CatalogPrice, 'current' | 'createdAt' | 'deactivatedAt'>[];
  readonly coupons: readonly Omit<CatalogCoupon, 'current' | 'createdAt' | 'deactivatedAt'>[];
}

/** @returns false if no portal has run on the database yet */
export async function hasTables(database: Database, table: 'catalog_coupons' | 'catalog_versions'): Promise<boolean> {
  const { rows } = await database.pool.query<{ there: boolean }>('select to_regclass($1) is not null as there', [
    table,
  ]);
  return rows[0]?.there ?? false;
}

export function readStored(database: Database): Promise<StoredCatalog> {
  return inSnapshot(database, async (on) => ({
    ...(await selectCatalog(on)),
    companies: await listCompanies(on),
    shownCustomers: await listAllShownCustomers(on),
  }));
}

/** Stores the file's rows in one transaction and makes every process read the catalog again. @param inSameTransaction stores more in that transaction */
export async function writeCatalog(
  database: Database,
  definition: CatalogDefinition,
  sold: SoldAtStripe,
  now: Date,
  inSameTransaction: (transaction: Queryable) => Promise<void> | undefined,
): Promise<void> {
  await database.transaction(async (transaction) => {
    await inSameTransaction(transaction);
    await saveCompanies(transaction, definition.companies);
    await saveShownCustomers(transaction, definition.shownCustomers);
    // Rows that are not written below stay retired. Retiring all rows first also allows two plans to swap their codes.
    for (const table of [products, plans, addons, prices, coupons]) {
      await transaction.update(table).set({ retiredAt: now }).where(isNull(table.retiredAt));
    }
    await upsert(transaction, products, products.id, definition.products);
    await upsert(transaction, plans, plans.id, definition.plans);
    await upsert(transaction, addons, addons.id, definition.addons);
    await writeAddonPlans(transaction, definition);
    // Additional prices refer to price plans, which are inserted first.
    await upsert(
      transaction,
      prices,
      prices.id,
      definition.prices.filter(({ kind }) => kind !== 'additional'),
    );
    await upsert(
      transaction,
      prices,
      prices.id,
      definition.prices.filter(({ kind }) => kind === 'additional'),
    );
    await upsert(transaction, coupons, coupons.code, definition.coupons);
    await writeSoldObjects(transaction, sold);
    await transaction.update(catalogState).set({ version: sql`${catalogState.version} + 1`, appliedAt: now });
  });
}

/** Inserts or updates rows, and clears their retirement. */
async function upsert<Table extends PgTable & { $inferInsert: object }>(
  transaction: Queryable,
  table: Table,
  key: PgColumn,
  rows: readonly object[],
): Promise<void> {
  if (rows.length === 0) return;
  const columns = Object.entries(getTableColumns(table)).filter(
    ([property, column]) => column.name !== key.name && property !== 'createdAt',
  );
  await transaction
    .insert(table)
    .values(rows.map((row) => ({ ...row, retiredAt: null })) as never)
    .onConflictDoUpdate({
      target: key,
      set: Object.fromEntries(
        columns.map(([property, column]) => [property, sql.raw(`excluded."${column.name}"`)]),
      ) as never,
    });
}

async function writeAddonPlans(transaction: Queryable, { addons: rows, addonPlans: pairs }: CatalogDefinition) {
  const ids = rows.map(({ id }) => id);
  if (ids.length > 0) await transaction.delete(addonPlans).where(inArray(addonPlans.addonId, ids));
  if (pairs.length > 0) await transaction.insert(addonPlans).values([...pairs]);
}

async function writeSoldObjects(transaction: Queryable, sold: SoldAtStripe): Promise<void> {
  const priceIds = sold.prices.map(({ stripePriceId }) => stripePriceId);
  await transaction
    .update(catalogPrices)
    .set({ current: false })
    .where(
      and(catalogPrices.current, priceIds.length > 0 ? notInArray(catalogPrices.stripePriceId, priceIds) : undefined),
    );
  if (sold.prices.length > 0) {
    await transaction
      .insert(catalogPrices)
      .values(sold.prices.map((row) => ({ ...row, current: true })))
      .onConflictDoUpdate({ target: catalogPrices.stripePriceId, set: { current: true, deactivatedAt: null } });
  }
  const couponIds = sold.coupons.map(({ stripeCouponId }) => stripeCouponId);
  await transaction
    .update(catalogCoupons)
    .set({ current: false })
    .where(
      and(
        catalogCoupons.current,
        couponIds.length > 0 ? notInArray(catalogCoupons.stripeCouponId, couponIds) : undefined,
      ),
    );
  if (sold.coupons.length > 0) {
    await transaction
      .insert(catalogCoupons)
      .values(sold.coupons.map((row) => ({ ...row, current: true })))
      .onConflictDoUpdate({
        target: catalogCoupons.stripeCouponId,
        set: {
          current: true,
          deactivatedAt: null,
          stripePromotionCodeId: sql`excluded.stripe_promotion_code_id`,
        },
      });
  }
}

/** Records that Stripe no longer sells these objects. */
export async function markDeactivated(
  database: Database,
  { stripePriceIds, stripeCouponIds }: { stripePriceIds: readonly string[]; stripeCouponIds: readonly string[] },
  now: Date,
): Promise<void> {
  await database.transaction(async (transaction) => {
    if (stripePriceIds.length > 0) {
      await transaction
        .update(catalogPrices)
        .set({ deactivatedAt: now })
        .where(and(inArray(catalogPrices.stripePriceId, [...stripePriceIds]), eq(catalogPrices.current, false)));
    }
    if (stripeCouponIds.length > 0) {
      await transaction
        .update(catalogCoupons)
        .set({ deactivatedAt: now })
        .where(and(inArray(catalogCoupons.stripeCouponId, [...stripeCouponIds]), eq(catalogCoupons.current, false)));
    }
  });
}
