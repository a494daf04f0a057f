import { eq, inArray, sql } from 'drizzle-orm';
import type { Queryable } from '../../core/db/database.ts';
import { products } from '../../core/db/schema/catalog.gen.ts';
import { userProducts } from '../../core/db/schema/users.gen.ts';

/** The ids of the products that were granted to a user. */
export async function listUserProductIds(on: Queryable, userId: number): Promise<ReadonlySet<string>> {
  const rows = await on
    .select({ productId: userProducts.productId })
    .from(userProducts)
    .where(eq(userProducts.userId, userId));
  return new Set(rows.map((row) => row.productId));
}

/** Grants a user exactly these products. Owners, admins and operators have all products without a grant (USR-3). Unknown ids are ignored. */
export async function replaceUserProducts(on: Queryable, userId: number, productIds: readonly string[]): Promise<void> {
  await on.delete(userProducts).where(eq(userProducts.userId, userId));
  if (productIds.length === 0) return;
  await on.insert(userProducts).select(
    on
      .select({ userId: sql<number>`${userId}::bigint`.as('user_id'), productId: products.id })
      .from(products)
      .where(inArray(products.id, [...productIds])),
  );
}

/** Grants the same products to many users who have none yet. Unknown ids are ignored. */
export async function insertProductGrants(
  on: Queryable,
  userIds: readonly number[],
  productIds: readonly string[],
): Promise<void> {
  if (userIds.length === 0 || productIds.length === 0) return;
  await on.execute(sql`
    insert into user_products (user_id, product_id)
    select user_id, ${products.id} from unnest(${sql.param(userIds)}::bigint[]) as user_id, ${products}
    where ${inArray(products.id, [...productIds])}`);
}
