import type { InvoiceSum } from '@portico/contract';
import { and, asc, count, eq, gte, inArray, lt, or, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../core/db/database.ts';
import { stripeInvoices } from '../../core/db/schema/invoices.gen.ts';
import { textPatterns } from '../../core/db/text-patterns.ts';
import type { ResolvedFilter } from './filter.rules.ts';
import { type InvoiceListOptions, type InvoiceSortField, listed, sortColumns } from './invoices.queries.ts';

export type InvoiceOrder = Pick<InvoiceListOptions, 'sortField' | 'order'>;

export type ReportedInvoice = Awaited<ReturnType<typeof listInvoicesAfter>>[number];

/**
 * A page of what a filter finds of a customer's invoices, their number, and what they come to (INV-20, INV-32). All are decided within
 * `stripe_invoices_created_idx`, which has all that filters and sums ask for: only the rows of the page are read.
 */
export async function listFilteredInvoices(
  on: Queryable,
  customerId: string,
  { page, pageSize, ...order }: InvoiceListOptions,
  filter: ResolvedFilter,
) {
  const where = whereOf(customerId, filter);
  const [items, counted] = await Promise.all([
    on
      .select(listed)
      .from(stripeInvoices)
      .where(
        inArray(
          stripeInvoices.id,
          on
            .select({ id: stripeInvoices.id })
            .from(stripeInvoices)
            .where(where)
            .orderBy(orderingOf(order))
            .limit(pageSize)
            .offset((page - 1) * pageSize),
        ),
      )
      .orderBy(orderingOf(order)),
    on
      .select({
        currency: stripeInvoices.currency,
        all: count(),
        invoices: count(isFinal),
        total: summed(stripeInvoices.total),
        remaining: summed(stripeInvoices.amountRemaining),
      })
      .from(stripeInvoices)
      .where(where)
      .groupBy(stripeInvoices.currency)
      .orderBy(asc(stripeInvoices.currency)),
  ]);
  const sums: InvoiceSum[] = counted.filter(({ invoices }) => invoices > 0).map(({ all: _, ...sum }) => sum);
  return { items, total: counted.reduce((total, { all }) => total + all, 0), sums };
}

/** Whether an invoice counts in a sum; null where it does not. */
const isFinal = sql`case when ${stripeInvoices.status} not in ('draft', 'void') then 1 end`;

/** Cents of the invoices that count. */
const summed = (amount: typeof stripeInvoices.total | typeof stripeInvoices.amountRemaining) =>
  sql<number>`coalesce(sum(case when ${isFinal} = 1 then ${amount} end), 0)`.mapWith(Number);

/** All that a filter finds of a customer's invoices, in parts of `rowsAtOnce` that each begin where the one before ended. */
export async function* readInvoices(
  on: Queryable,
  customerId: string,
  order: InvoiceOrder,
  filter: ResolvedFilter,
  rowsAtOnce = 500,
): AsyncGenerator<ReportedInvoice[]> {
  for (let last: ReportedInvoice | undefined; ; ) {
    const rows = await listInvoicesAfter(
      on,
      and(whereOf(customerId, filter), last && isAfter(last, order)),
      order,
    ).limit(rowsAtOnce);
    if (rows.length > 0) yield rows;
    last = rows.at(-1);
    if (rows.length < rowsAtOnce) return;
  }
}

function listInvoicesAfter(on: Queryable, where: SQL | undefined, order: InvoiceOrder) {
  return on
    .select({
      ...listed,
      amountPaid: stripeInvoices.amountPaid,
      amountRemaining: stripeInvoices.amountRemaining,
      data: stripeInvoices.data,
      /** What it is sorted by, as the database writes it: a Date has no microseconds. */
      sortKey: sql<string | null>`${sql.raw(sortColumns[order.sortField])}::text`.as('sort_key'),
    })
    .from(stripeInvoices)
    .where(where)
    .orderBy(orderingOf(order));
}

const sortTypes: Readonly<Record<InvoiceSortField, string>> = {
  created: 'timestamptz',
  dueDate: 'timestamptz',
  number: 'text',
  status: 'text',
  total: 'bigint',
};

/** PostgreSQL's own order, in which nulls are the greatest. The id makes it total. */
function isAfter({ id, sortKey }: ReportedInvoice, { sortField, order }: InvoiceOrder): SQL {
  const column = sql.raw(sortColumns[sortField]);
  const later = sql.raw(order === 'asc' ? '>' : '<');
  if (sortKey === null) {
    const among = sql`(${column} is null and id ${later} ${id})`;
    return order === 'asc' ? among : sql`(${among} or ${column} is not null)`;
  }
  const place = sql`(${column}, id) ${later} (${sortKey}::${sql.raw(sortTypes[sortField])}, ${id}::text)`;
  return order === 'asc' ? sql`(${place} or ${column} is null)` : place;
}

function orderingOf({ sortField, order }: InvoiceOrder): SQL {
  return sql.raw(`${sortColumns[sortField]} ${order}, id ${order}`);
}

function whereOf(
  customerId: string,
  { text, status, ofPrices, textPrices = [], createdFrom, createdBefore }: ResolvedFilter,
): SQL | undefined {
  return and(
    eq(stripeInvoices.customerId, customerId),
    eq(stripeInvoices.deleted, false),
    status && eq(stripeInvoices.status, status),
    ofPrices && inArray(stripeInvoices.priceId, [...ofPrices]),
    text === undefined
      ? undefined
      : or(
          sql`${stripeInvoices.searched} like ${textPatterns(text).has}`,
          textPrices.length > 0 ? inArray(stripeInvoices.priceId, [...textPrices]) : undefined,
        ),
    createdFrom ? gte(stripeInvoices.created, new Date(createdFrom)) : undefined,
    createdBefore ? lt(stripeInvoices.created, new Date(createdBefore)) : undefined,
  );
}
