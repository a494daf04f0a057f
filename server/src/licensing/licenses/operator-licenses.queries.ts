import type { licenses as endpoints, ParsedRequestOf } from '@portico/contract';
import { count, desc, inArray, or, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../core/db/database.ts';
import { licenses } from '../../core/db/schema/licenses.gen.ts';
import { prefixPattern } from '../../core/db/text-patterns.ts';
import { type LicenseRow, matchesSerialNumber } from './licenses.queries.ts';

export type AllLicensesOptions = ParsedRequestOf<typeof endpoints.listAll>['query'];

/** A page of the licenses of all accounts, the newest first (LCN-14). @param accountIds accounts whose names contain the search text */
export async function listAllLicenses(
  on: Queryable,
  { page, pageSize, textFilter }: AllLicensesOptions,
  accountIds: readonly number[],
): Promise<{ items: LicenseRow[]; total: number }> {
  const where = textFilter ? matchesText(textFilter, accountIds) : undefined;
  const [items, [counted]] = await Promise.all([
    on
      .select()
      .from(licenses)
      .where(where)
      .orderBy(desc(licenses.createdAt), desc(licenses.id))
      .limit(pageSize)
      .offset((page - 1) * pageSize),
    on.select({ total: count() }).from(licenses).where(where),
  ]);
  return { items, total: counted?.total ?? 0 };
}

/** Each condition has its own index. */
function matchesText(text: string, accountIds: readonly number[]): SQL | undefined {
  const pattern = prefixPattern(text);
  return or(
    sql`lower(${licenses.number}) like lower(${pattern})`,
    matchesSerialNumber(text),
    accountIds.length === 0 ? undefined : inArray(licenses.accountId, [...accountIds]),
  );
}
