import type { ProductTokenType } from '@portico/contract';
import { eq, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../core/db/database.ts';
import { accounts } from '../../core/db/schema/accounts.gen.ts';
import { productTokens } from '../../core/db/schema/product-tokens.gen.ts';
import { hashSecret } from '../../core/secrets.ts';
import { toTokenType } from './product-tokens.rules.ts';

/** The account and product of a token, and its type. */
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
 * A subquery of the working token with a hash, as `token_id`, `account_id`, `product_id` and `token_type` (0 Public, 1 Secret). Any other token has
 * no row (TOK-6).
 * @param hash a parameter with the result of `hashSecret`
 */
export function selectWorkingToken(hash: SQL): SQL {
  return sql`select ${productTokens.id} as token_id, ${productTokens.accountId}, ${productTokens.productId}, ${productTokens.tokenType}
    from ${productTokens} join ${accounts} on ${accounts.id} = ${productTokens.accountId}
    where ${productTokens.tokenHash} = ${hash} and ${isWorking}`;
}

/** The owner of a working token of an enabled account. Invalid texts are looked up too, so that every rejection takes as long (TOK-6). */
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

/** The use of a token by a product. */
export interface TokenUse {
  readonly tokenId: number;
  /** The product's version; null if not reported. */
  readonly version: string | null;
  readonly address: string;
}

/**
 * Records the use of each token at most once a minute, or once in five seconds if the version or IP address differs
 * (TOK-8). Otherwise all of the thousands of devices that may share a token would write its row.
 */
export async function recordUses(on: Queryable, uses: readonly TokenUse[]): Promise<void> {
  const column = <Value>(read: (use: TokenUse) => Value) => sql.param(uses.map(read));
  await on.execute(sql`
    update product_tokens set last_used_at = now(), last_version = used.version, last_address = used.address
    from unnest(${column(({ tokenId }) => tokenId)}::bigint[], ${column(({ version }) => version)}::text[], ${column(({ address }) => address)}::inet[])
      as used (token_id, version, address)
    where id = used.token_id and (
      last_used_at is null or last_used_at < now() - interval '1 minute'
      or (last_used_at < now() - interval '5 seconds' and (last_version, last_address) is distinct from (used.version, used.address))
    )`);
}
