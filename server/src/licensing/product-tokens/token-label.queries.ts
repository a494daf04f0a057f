import { eq } from 'drizzle-orm';
import type { Queryable } from '../../core/db/database.ts';
import { productTokens } from '../../core/db/schema/product-tokens.gen.ts';

/** A token's name and the beginning of its text, by which the audit log names who did something; undefined for one that is gone. */
export async function findTokenLabel(on: Queryable, tokenId: number): Promise<string | undefined> {
  const [found] = await on
    .select({ name: productTokens.name, prefix: productTokens.prefix })
    .from(productTokens)
    .where(eq(productTokens.id, tokenId));
  return found && [found.name, `${found.prefix}…`].filter(Boolean).join(' ');
}
