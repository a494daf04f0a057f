import type { licenses as endpoints, licenseSortFields, ParsedRequestOf } from '@portico/contract';
import { and, asc, count, desc, eq, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Queryable } from '../../db/database.ts';
import { licenses } from '../../db/schema/licenses.gen.ts';
import type { LicenseRow } from './licenses.queries.ts';

export type LicenseListOptions = ParsedRequestOf<typeof endpoints.list>['query'];

/** The licenses of a list, and their order. */
export type LicenseSelection = Pick<LicenseListOptions, 'status' | 'productId' | 'sortField' | 'order'>;

/** Each of them has an index that begins with the account. */
const sortColumns: Record<(typeof licenseSortFields)[number], AnyPgColumn> = {
  created: licenses.createdAt,
  number: licenses.number,
  expirationDate: licenses.expiresAt,
  status: licenses.status,
};

/** A page of an account's licenses. The id makes each order total. A license that never expires comes after those that do. */
export async function listLicenses(
  on: Queryable,
  accountId: number,
  options: LicenseListOptions,
): Promise<{ items: LicenseRow[]; total: number }> {
  const { page, pageSize } = options;
  const where = ofAccount(accountId, options);
  const items = on
    .select()
    .from(licenses)
    .where(where)
    .orderBy(...orderedBy(options))
    .limit(pageSize)
    .offset((page - 1) * pageSize);
  const [rows, [counted]] = await Promise.all([items, on.select({ total: count() }).from(licenses).where(where)]);
  return { items: rows, total: counted?.total ?? 0 };
}

/**
 * The licenses that follow one in the order of a list.
 * @param after the id of the license before them; null for the first ones
 */
export function listLicensesAfter(
  on: Queryable,
  accountId: number,
  selection: LicenseSelection,
  after: number | null,
  most: number,
): Promise<LicenseRow[]> {
  return on
    .select()
    .from(licenses)
    .where(and(ofAccount(accountId, selection), after === null ? undefined : follows(selection, after)))
    .orderBy(...orderedBy(selection))
    .limit(most);
}

/** The comparison is made by the database: its times are finer than those of JavaScript. */
function follows({ sortField, order }: LicenseSelection, after: number): SQL {
  const column = sortColumns[sortField];
  // Nothing is equal to null.
  const value = sortField === 'expirationDate' ? sql`coalesce(${column}, 'infinity')` : sql`${column}`;
  const isLater = sql.raw(order === 'asc' ? '>' : '<');
  return sql`(${value}, ${licenses.id}) ${isLater} (select ${value}, ${licenses.id} from ${licenses} where ${licenses.id} = ${after})`;
}

function ofAccount(accountId: number, { status, productId }: LicenseSelection): SQL | undefined {
  return and(
    eq(licenses.accountId, accountId),
    status === undefined ? undefined : eq(licenses.status, status),
    productId === undefined ? undefined : eq(licenses.productId, productId),
  );
}

function orderedBy({ sortField, order }: LicenseSelection): SQL[] {
  const direction = order === 'asc' ? asc : desc;
  return [direction(sortColumns[sortField]), direction(licenses.id)];
}
