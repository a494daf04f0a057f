import { pageSizes } from '@portico/contract';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { CustomTypesConfig } from 'pg';
import type { Database } from './database.ts';

/** A list whose row count is maintained by a trigger. All members are trusted SQL. */
export interface ListWithTotal {
  /** Part of the prepared statement's name: the list and its order. */
  readonly name: string;
  readonly from: string;
  /** The columns to read from `listed`. */
  readonly columns: string;
  /** The column for the owner in both tables. */
  readonly owner: string;
  readonly where?: string;
  /** A total order, so that pages never overlap. @param of a prefix of each column: empty, or `listed.` */
  readonly orderBy: (of: string) => string;
  /** The table with the maintained counts, and its column. */
  readonly totals: { readonly table: string; readonly column: string };
  /**
   * Further columns about all of the owner's rows, using `kept` or `$1`, the owner. Each row has them, even the row for
   * an empty page.
   */
  readonly ofAll?: string;
  readonly types?: CustomTypesConfig;
}

/**
 * For `ofAll`: the version of the catalog that names the rows' products, so that a list needs no extra
 * statement. Undefined for an owner without rows.
 */
export const catalogVersion = '(select version from catalog_state) as "catalogVersion"';
export interface WithCatalogVersion {
  readonly catalogVersion: number;
}

const isOffered = (size: number) => pageSizes.includes(size as (typeof pageSizes)[number]);

/**
 * Reads a page of an owner's rows with the maintained total in one statement (MIR-15). Offered page sizes and the
 * first offset are literals, so that PostgreSQL reuses a fitting plan. Other sizes are not prepared, because
 * connections keep every prepared statement.
 */
export async function listWithKeptTotal<Row extends { readonly id: unknown }, OfAll extends object = object>(
  { pool }: Pick<Database, 'pool'>,
  list: ListWithTotal,
  owner: number | string,
  { page, pageSize }: { readonly page: number; readonly pageSize: number },
): Promise<{ items: Row[]; total: number; ofAll: OfAll | undefined }> {
  const { rows } = await pool.query<Row & OfAll & { ofTotal: number }>({
    ...(isOffered(pageSize) && { name: `${list.name}-${pageSize}-${page === 1 ? 'first' : 'later'}` }),
    ...(list.types && { types: list.types }),
    text: buildStatement(list, page, pageSize),
    values: page === 1 ? [owner] : [owner, (page - 1) * pageSize],
  });
  return { items: rows.filter(({ id }) => id !== null), total: rows[0]?.ofTotal ?? 0, ofAll: rows[0] };
}

function buildStatement(
  { from, columns, owner, where, orderBy, totals, ofAll }: ListWithTotal,
  page: number,
  pageSize: number,
) {
  return `
select ${columns}, kept.${totals.column} as "ofTotal"${ofAll ? `, ${ofAll}` : ''}
from ${totals.table} kept
left join lateral (${selectPage(from, { where: `${owner} = kept.${owner}${where ? ` and ${where}` : ''}`, orderBy: orderBy(''), page, pageSize })}) listed on true
where kept.${owner} = $1
order by ${orderBy('listed.')}`;
}

/** The columns of `listed`, selected under the names that the rows use. */
export function listedColumns(columns: Readonly<Record<string, AnyPgColumn>>): string {
  return Object.entries(columns)
    .map(([name, column]) => `listed.${column.name} as "${name}"`)
    .join(', ');
}

/**
 * A page of a table's rows, unordered. For a later page, an index on the sort key and the id finds the ids, so earlier
 * rows are not read. Parameter $2 is the offset of a later page.
 */
export function selectPage(
  from: string,
  {
    where,
    orderBy,
    page,
    pageSize,
  }: { readonly where: string; readonly orderBy: string; readonly page: number; readonly pageSize: number },
): string {
  const limit = `limit ${Math.trunc(pageSize)}`;
  if (page === 1) return `select * from ${from} where ${where} order by ${orderBy} ${limit}`;
  return `select ${from}.* from (
    select id from ${from} where ${where} order by ${orderBy} ${limit} offset $2::bigint
  ) found join ${from} using (id)`;
}
