import type { licenses as endpoints, licenseSortFields, ParsedRequestOf } from '@portico/contract';
import { and, asc, desc, eq, getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Database, Queryable } from '../../core/db/database.ts';
import {
  catalogVersion,
  type ListWithTotal,
  listedColumns,
  listWithKeptTotal,
  type WithCatalogVersion,
} from '../../core/db/kept-total.ts';
import { licenses } from '../../core/db/schema/licenses.gen.ts';
import type { LicenseRow } from './licenses.queries.ts';

export type LicenseListOptions = ParsedRequestOf<typeof endpoints.list>['query'];

/** The filter and the order of a list. */
export type LicenseSelection = Pick<LicenseListOptions, 'status' | 'productId' | 'sortField' | 'order'>;

/** Each has an index that begins with the account. */
const sortColumns: Record<(typeof licenseSortFields)[number], AnyPgColumn> = {
  created: licenses.createdAt,
  number: licenses.number,
  expirationDate: licenses.expiresAt,
  status: licenses.status,
};

/**
 * A page of an account's licenses. Licenses that never expire come after those that do (LCN-5). With a filter, the
 * matching licenses are counted.
 */
export async function listLicenses(
  database: Database,
  accountId: number,
  options: LicenseListOptions,
): Promise<{ items: LicenseRow[]; total: number; ofAll?: WithCatalogVersion | undefined }> {
  const { page, pageSize, status, productId } = options;
  if (status === undefined && productId === undefined) {
    return listWithKeptTotal(database, allLicensesList(options), accountId, options);
  }
  const where = whereSelected(accountId, options);
  const [items, total] = await Promise.all([
    database.query
      .select()
      .from(licenses)
      .where(where)
      .orderBy(...orderBy(options))
      .limit(pageSize)
      .offset((page - 1) * pageSize),
    database.query.$count(licenses, where),
  ]);
  return { items, total };
}

function allLicensesList({ sortField, order }: Pick<LicenseSelection, 'sortField' | 'order'>): ListWithTotal {
  const { name } = sortColumns[sortField];
  return {
    name: `list-licenses-${sortField}-${order}`,
    from: 'licenses',
    columns: listedColumns(getTableColumns(licenses)),
    owner: 'account_id',
    orderBy: (of) => `${of}${name} ${order}, ${of}id ${order}`,
    totals: { table: 'license_totals', column: 'licenses' },
    ofAll: catalogVersion,
  };
}

/** The licenses that come next in a list. @param after the id of the last license that was read; null for the first ones */
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
    .where(and(whereSelected(accountId, selection), after === null ? undefined : comesAfter(selection, after)))
    .orderBy(...orderBy(selection))
    .limit(most);
}

/** Compared in the database, whose times are finer than JavaScript's. */
function comesAfter({ sortField, order }: LicenseSelection, after: number): SQL {
  const column = sortColumns[sortField];
  // Null is not comparable.
  const value = sortField === 'expirationDate' ? sql`coalesce(${column}, 'infinity')` : sql`${column}`;
  const isLater = sql.raw(order === 'asc' ? '>' : '<');
  return sql`(${value}, ${licenses.id}) ${isLater} (select ${value}, ${licenses.id} from ${licenses} where ${licenses.id} = ${after})`;
}

function whereSelected(accountId: number, { status, productId }: LicenseSelection): SQL | undefined {
  return and(
    eq(licenses.accountId, accountId),
    status === undefined ? undefined : eq(licenses.status, status),
    productId === undefined ? undefined : eq(licenses.productId, productId),
  );
}

function orderBy({ sortField, order }: LicenseSelection): SQL[] {
  const direction = order === 'asc' ? asc : desc;
  return [direction(sortColumns[sortField]), direction(licenses.id)];
}
