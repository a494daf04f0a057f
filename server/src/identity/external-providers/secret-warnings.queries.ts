import { and, asc, eq, gt, sql } from 'drizzle-orm';
import type { Queryable } from '../../core/db/database.ts';
import { externalProviders } from '../../core/db/schema/external-providers.gen.ts';
import type { ProviderRow } from './external-providers.queries.ts';

/**
 * Active providers whose secrets expire between two days (YYYY-MM-DD), ordered by id.
 * @param after the last id of the previous batch
 */
export function listExpiring(
  on: Queryable,
  { from, to }: { readonly from: string; readonly to: string },
  after: number,
  limit: number,
): Promise<Pick<ProviderRow, 'id' | 'secretExpiresOn' | 'secretWarnings'>[]> {
  return on
    .select({
      id: externalProviders.id,
      secretExpiresOn: externalProviders.secretExpiresOn,
      secretWarnings: externalProviders.secretWarnings,
    })
    .from(externalProviders)
    .where(
      and(
        sql`${externalProviders.secretExpiresOn} between ${from} and ${to}`,
        externalProviders.isActive,
        gt(externalProviders.id, after),
      ),
    )
    .orderBy(asc(externalProviders.id))
    .limit(limit);
}

/** Records that a warning was sent, for one of several concurrent callers. @returns undefined if it was recorded already, the date has changed, or the provider is inactive */
export async function recordWarning(
  transaction: Queryable,
  { id, secretExpiresOn }: Pick<ProviderRow, 'id' | 'secretExpiresOn'>,
  days: number,
): Promise<ProviderRow | undefined> {
  const [taken] = await transaction
    .update(externalProviders)
    .set({ secretWarnings: sql`array_append(${externalProviders.secretWarnings}, ${days}::smallint)` })
    .where(
      and(
        eq(externalProviders.id, id),
        externalProviders.isActive,
        eq(externalProviders.secretExpiresOn, secretExpiresOn ?? ''),
        sql`${days}::smallint <> all(${externalProviders.secretWarnings})`,
      ),
    )
    .returning();
  return taken;
}
