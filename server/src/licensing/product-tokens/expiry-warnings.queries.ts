import { and, asc, eq, gt, isNull, lte, sql } from 'drizzle-orm';
import type { Queryable } from '../../core/db/database.ts';
import { productTokens } from '../../core/db/schema/product-tokens.gen.ts';

/** Neither disabled nor replaced. */
const isInUse = and(isNull(productTokens.disabledAt), isNull(productTokens.overlapEndsAt));

const columns = {
  id: productTokens.id,
  accountId: productTokens.accountId,
  productId: productTokens.productId,
  name: productTokens.name,
  prefix: productTokens.prefix,
  expiresAt: productTokens.expiresAt,
  warnings: productTokens.warnings,
};

export type ExpiringToken = Pick<typeof productTokens.$inferSelect, keyof typeof columns>;

/** Tokens in use that end in a span, ordered by id. @param after the last id of the previous page */
export function listExpiring(
  on: Queryable,
  { from, to }: { readonly from: Date; readonly to: Date },
  after: number,
  limit: number,
): Promise<ExpiringToken[]> {
  return on
    .select(columns)
    .from(productTokens)
    .where(
      and(isInUse, gt(productTokens.expiresAt, from), lte(productTokens.expiresAt, to), gt(productTokens.id, after)),
    )
    .orderBy(asc(productTokens.id))
    .limit(limit);
}

/** Locks the token. @returns undefined if it is no longer in use */
export async function lockExpiring(transaction: Queryable, id: number): Promise<ExpiringToken | undefined> {
  const [found] = await transaction
    .select(columns)
    .from(productTokens)
    .where(and(eq(productTokens.id, id), isInUse))
    .for('update');
  return found;
}

/** Records that a warning is sent. */
export async function addWarning(transaction: Queryable, id: number, days: number): Promise<void> {
  await transaction
    .update(productTokens)
    .set({ warnings: sql`array_append(${productTokens.warnings}, ${days}::smallint)` })
    .where(eq(productTokens.id, id));
}

/** Accounts and products with a token in use that ends in a span, the earliest end first. */
export function listTokenEndsAhead(
  on: Queryable,
  { from, until }: { readonly from: Date; readonly until: Date },
  limit: number,
): Promise<{ readonly accountId: number; readonly productId: string; readonly expiresAt: Date }[]> {
  const nearest = sql<Date>`min(${productTokens.expiresAt})`.mapWith(productTokens.expiresAt);
  return on
    .select({ accountId: productTokens.accountId, productId: productTokens.productId, expiresAt: nearest })
    .from(productTokens)
    .where(and(isInUse, gt(productTokens.expiresAt, from), lte(productTokens.expiresAt, until)))
    .groupBy(productTokens.accountId, productTokens.productId)
    .orderBy(nearest, productTokens.accountId)
    .limit(limit);
}

/** An account's tokens in use that end in a span, the earliest end first. */
export function listEndingTokens(
  on: Queryable,
  accountId: number,
  { from, until }: { readonly from: Date; readonly until: Date },
  limit: number,
): Promise<ExpiringToken[]> {
  return on
    .select(columns)
    .from(productTokens)
    .where(
      and(
        eq(productTokens.accountId, accountId),
        isInUse,
        gt(productTokens.expiresAt, from),
        lte(productTokens.expiresAt, until),
      ),
    )
    .orderBy(asc(productTokens.expiresAt), asc(productTokens.id))
    .limit(limit);
}
