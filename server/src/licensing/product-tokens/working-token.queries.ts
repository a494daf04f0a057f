import type { ProductTokenType } from '@portico/contract';
import { eq, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../core/db/database.ts';
import { accounts } from '../../core/db/schema/accounts.gen.ts';
import { productTokens } from '../../core/db/schema/product-tokens.gen.ts';
import { hashSecret } from '../../core/secrets.ts';
import { toTokenType } from './product-tokens.rules.ts';

/** Whose product speaks, and as what. */
export interface TokenOwner {
  readonly tokenId: number;
  readonly accountId: number;
  readonly productId: string;
  readonly type: ProductTokenType;
}

/** Whether a token works now, by the database's clock (TOK-5). */
const isWorking = sql`${productTokens.disabledAt} is null
  and (${productTokens.expiresAt} is null or ${productTokens.expiresAt} > now())
  and (${productTokens.overlapEndsAt} is null or ${productTokens.overlapEndsAt} > now())
  and ${accounts.disabledAt} is null`;

/**
 * A part of a statement: the working token of a hash, as `token_id`, `account_id`, `product_id` and `token_type` (0 Public, 1 Secret).
 * There is no row for any other token (TOK-6).
 * @param hash a parameter with what `hashSecret` made of the token
 */
export function selectWorkingToken(hash: SQL): SQL {
  return sql`select ${productTokens.id} as token_id, ${productTokens.accountId}, ${productTokens.productId}, ${productTokens.tokenType}
    from ${productTokens} join ${accounts} on ${accounts.id} = ${productTokens.accountId}
    where ${productTokens.tokenHash} = ${hash} and ${isWorking}`;
}

/**
 * Whose a token is. Undefined for one that is unknown, disabled, expired, replaced or deleted, and where its account is disabled. What is no token at
 * all is looked up too, so that each of them takes as long (TOK-6).
 */
export async function findTokenOwner(on: Queryable, token: string): Promise<TokenOwner | undefined> {
  const [found] = await on
    .select({
      tokenId: productTokens.id,
      accountId: productTokens.accountId,
      productId: productTokens.productId,
      type: productTokens.tokenType,
    })
    .from(productTokens)
    .innerJoin(accounts, eq(accounts.id, productTokens.accountId))
    .where(sql`${productTokens.tokenHash} = ${sql.placeholder('hash')} and ${isWorking}`)
    .prepare('find-token-owner')
    .execute({ hash: hashSecret(token) });
  return found && { ...found, type: toTokenType(found.type) };
}

/**
 * Notes that a token was used: once a minute, and after five seconds where another version or address uses it (TOK-8). Thousands of devices may share
 * one, whose row would else be written by all of them at once.
 * @param use with the product's version, null where it told none, and the IP address
 */
export async function recordUse(
  on: Queryable,
  tokenId: number,
  { version, address }: { readonly version: string | null; readonly address: string },
): Promise<void> {
  await on.execute(sql`
    update product_tokens set last_used_at = now(), last_version = ${version}, last_address = ${address}::inet
    where id = ${tokenId} and (
      last_used_at is null or last_used_at < now() - interval '1 minute'
      or (last_used_at < now() - interval '5 seconds' and (last_version, last_address) is distinct from (${version}::text, ${address}::inet))
    )`);
}
