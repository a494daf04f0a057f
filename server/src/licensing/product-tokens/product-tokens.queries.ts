import { and, count, desc, eq, sql } from 'drizzle-orm';
import type { Queryable } from '../../core/db/database.ts';
import { productTokens } from '../../core/db/schema/product-tokens.gen.ts';

/** A token without its hash, which only look-ups need. */
const columns = {
  id: productTokens.id,
  accountId: productTokens.accountId,
  productId: productTokens.productId,
  name: productTokens.name,
  tokenType: productTokens.tokenType,
  prefix: productTokens.prefix,
  expiresAt: productTokens.expiresAt,
  disabledAt: productTokens.disabledAt,
  disabledReason: productTokens.disabledReason,
  leakReport: productTokens.leakReport,
  overlapEndsAt: productTokens.overlapEndsAt,
  createdBy: productTokens.createdBy,
  lastUsedAt: productTokens.lastUsedAt,
  lastVersion: productTokens.lastVersion,
  lastAddress: productTokens.lastAddress,
  createdAt: productTokens.createdAt,
  updatedAt: productTokens.updatedAt,
};

export type TokenRow = Pick<typeof productTokens.$inferSelect, keyof typeof columns>;
export type NewTokenRow = Pick<
  typeof productTokens.$inferInsert,
  'accountId' | 'productId' | 'name' | 'tokenType' | 'prefix' | 'tokenHash' | 'expiresAt' | 'createdBy'
>;

/** Identifies a token within the caller's account. */
export interface TokenKey {
  readonly accountId: number;
  readonly productId: string;
  readonly tokenId: number;
}

const isOfProduct = ({ accountId, productId }: Omit<TokenKey, 'tokenId'>) =>
  and(eq(productTokens.accountId, accountId), eq(productTokens.productId, productId));

/** A page of an account's tokens of a product, the newest first. */
export function listTokens(
  on: Queryable,
  of: Omit<TokenKey, 'tokenId'>,
  { page, pageSize }: { readonly page: number; readonly pageSize: number },
): Promise<TokenRow[]> {
  return on
    .select(columns)
    .from(productTokens)
    .where(isOfProduct(of))
    .orderBy(desc(productTokens.createdAt), desc(productTokens.id))
    .limit(pageSize)
    .offset((page - 1) * pageSize);
}

/** An account has few tokens per product (TOK-3). */
export async function countTokens(on: Queryable, of: Omit<TokenKey, 'tokenId'>): Promise<number> {
  const [counted] = await on.select({ total: count() }).from(productTokens).where(isOfProduct(of));
  return counted?.total ?? 0;
}

/** The token, locked for a change. */
export async function lockToken(transaction: Queryable, name: TokenKey): Promise<TokenRow | undefined> {
  const [found] = await transaction
    .select(columns)
    .from(productTokens)
    .where(and(isOfProduct(name), eq(productTokens.id, name.tokenId)))
    .for('update');
  return found;
}

/** The token of a prefix, in any account. @param locks whether it is locked for a change */
export async function findTokenByPrefix(on: Queryable, prefix: string, locks = false): Promise<TokenRow | undefined> {
  const query = on.select(columns).from(productTokens).where(eq(productTokens.prefix, prefix));
  const [found] = await (locks ? query.for('update') : query);
  return found;
}

/** @returns undefined if another token has the prefix */
export async function insertToken(transaction: Queryable, values: NewTokenRow): Promise<TokenRow | undefined> {
  const [added] = await transaction.insert(productTokens).values(values).onConflictDoNothing().returning(columns);
  return added;
}

type Change = Partial<
  Pick<
    typeof productTokens.$inferInsert,
    'name' | 'expiresAt' | 'warnings' | 'replacedBy' | 'overlapEndsAt' | 'disabledReason' | 'leakReport'
  >
>;

export async function updateToken(transaction: Queryable, tokenId: number, change: Change): Promise<TokenRow> {
  const [changed] = await transaction
    .update(productTokens)
    .set({
      ...change,
      // A token that is already disabled keeps its time.
      ...(change.disabledReason && { disabledAt: sql`coalesce(${productTokens.disabledAt}, now())` }),
      updatedAt: sql`now()`,
    })
    .where(eq(productTokens.id, tokenId))
    .returning(columns);
  return changed as TokenRow;
}

export async function deleteToken(transaction: Queryable, tokenId: number): Promise<void> {
  await transaction.delete(productTokens).where(eq(productTokens.id, tokenId));
}

/** A page of the tokens that operators reported, the latest first. */
export async function listLeakedTokens(
  on: Queryable,
  { page, pageSize }: { readonly page: number; readonly pageSize: number },
): Promise<{ items: TokenRow[]; total: number }> {
  const isLeaked = eq(productTokens.disabledReason, 'leaked');
  const [items, [counted]] = await Promise.all([
    on
      .select(columns)
      .from(productTokens)
      .where(isLeaked)
      .orderBy(desc(productTokens.disabledAt), desc(productTokens.id))
      .limit(pageSize)
      .offset((page - 1) * pageSize),
    on.select({ total: count() }).from(productTokens).where(isLeaked),
  ]);
  return { items, total: counted?.total ?? 0 };
}

/** A token's name and first characters, by which the audit log names a product's changes; undefined if it was deleted. */
export async function findTokenLabel(on: Queryable, tokenId: number): Promise<string | undefined> {
  const [found] = await on
    .select({ name: productTokens.name, prefix: productTokens.prefix })
    .from(productTokens)
    .where(eq(productTokens.id, tokenId));
  return found && [found.name, `${found.prefix}…`].filter(Boolean).join(' ');
}
