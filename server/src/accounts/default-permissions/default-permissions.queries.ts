import type { Feature, Permission } from '@portico/contract';
import { eq, sql } from 'drizzle-orm';
import type { Queryable } from '../../core/db/database.ts';
import { defaultFeatures, defaultProducts, defaultRefusals } from '../../core/db/schema/default-permissions.gen.ts';

/** Serializes changes of an account's defaults. */
export async function lockDefaults(transaction: Queryable, accountId: number): Promise<void> {
  await transaction.execute(sql`select pg_advisory_xact_lock(hashtextextended('default-permissions', ${accountId}))`);
}

export async function listDefaultFeatures(on: Queryable, accountId: number): Promise<Feature[]> {
  const rows = await on
    .select({ feature: defaultFeatures.feature })
    .from(defaultFeatures)
    .where(eq(defaultFeatures.accountId, accountId));
  return rows.map(({ feature }) => feature);
}

/** Permissions that are withheld from new users. */
export async function listDefaultRefusals(on: Queryable, accountId: number): Promise<string[]> {
  const rows = await on
    .select({ permission: defaultRefusals.permission })
    .from(defaultRefusals)
    .where(eq(defaultRefusals.accountId, accountId));
  return rows.map(({ permission }) => permission);
}

/** Ids of the default products, including retired ones. */
export async function listDefaultProducts(on: Queryable, accountId: number): Promise<string[]> {
  const rows = await on
    .select({ productId: defaultProducts.productId })
    .from(defaultProducts)
    .where(eq(defaultProducts.accountId, accountId));
  return rows.map(({ productId }) => productId);
}

export async function replaceDefaultFeatures(
  transaction: Queryable,
  accountId: number,
  features: readonly Feature[],
): Promise<void> {
  await transaction.delete(defaultFeatures).where(eq(defaultFeatures.accountId, accountId));
  if (features.length > 0)
    await transaction.insert(defaultFeatures).values(features.map((feature) => ({ accountId, feature })));
}

export async function replaceDefaultRefusals(
  transaction: Queryable,
  accountId: number,
  permissions: readonly Permission[],
): Promise<void> {
  await transaction.delete(defaultRefusals).where(eq(defaultRefusals.accountId, accountId));
  if (permissions.length > 0)
    await transaction.insert(defaultRefusals).values(permissions.map((permission) => ({ accountId, permission })));
}

export async function replaceDefaultProducts(
  transaction: Queryable,
  accountId: number,
  productIds: readonly string[],
): Promise<void> {
  await transaction.delete(defaultProducts).where(eq(defaultProducts.accountId, accountId));
  if (productIds.length > 0)
    await transaction.insert(defaultProducts).values(productIds.map((productId) => ({ accountId, productId })));
}
