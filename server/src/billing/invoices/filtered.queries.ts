import type { InvoiceSum } from '@portico/contract';
import { and, asc, count, eq, gte, inArray, lt, or, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../core/db/database.ts';
import { stripeInvoices } from '../../core/db/schema/invoices.gen.ts';
import { textPatterns } from '../../core/db/text-patterns.ts';
import { summedFields } from '../../core/stripe/index.ts';
import type { ResolvedFilter } from './filter.rules.ts';
import { type InvoiceListOptions, type InvoiceSortField, invoiceListColumns, sortColumns } from './invoices.queries.ts';

export type InvoiceOrder = Pick<InvoiceListOptions, 'sortField' | 'order'>;

export type ReportedInvoice = Awaited<ReturnType<typeof listInvoicesAfter>>[number];

/**
 * A page of a customer's filtered invoices, with the count and the sums of all of them (INV-20, INV-32). The index
 * `stripe_invoices_created_idx` has all columns of filters and sums, so that only the rows of the page are read.
 */
export async function listFilteredInvoices(
  on: Queryable,
  customerId: string,
  { page, pageSize, ...order }: InvoiceListOptions,
  filter: ResolvedFilter,
) {
  const where = filterCondition(customerId, filter);
  const [items, counted] = await Promise.all([
    on
      .select(invoiceListColumns)
      .from(stripeInvoices)
      .where(
        inArray(
          stripeInvoices.id,
          on
            .select({ id: stripeInvoices.id })
            .from(stripeInvoices)
            .where(where)
            .orderBy(sortOrder(order))
            .limit(pageSize)
            .offset((page - 1) * pageSize),
        ),
      )
      .orderBy(sortOrder(order)),
    on
      .select({
        currency: stripeInvoices.currency,
        all: count(),
        invoices: count(isFinal),
        total: sumOfFinal(stripeInvoices.total),
        remaining: sumOfFinal(stripeInvoices.amountRemaining),
      })
      .from(stripeInvoices)
      .where(where)
      .groupBy(stripeInvoices.currency)
      .orderBy(asc(stripeInvoices.currency)),
  ]);
  const sums: InvoiceSum[] = counted.filter(({ invoices }) => invoices > 0).map(({ all: _, ...sum }) => sum);
  return { items, total: counted.reduce((total, { all }) => total + all, 0), sums };
}

/** 1 if an invoice counts in a sum; otherwise null. */
const isFinal = sql`case when ${stripeInvoices.status} not in ('draft', 'void') then 1 end`;

/** The sum in cents of the invoices that count. */
const sumOfFinal = (amount: typeof stripeInvoices.total | typeof stripeInvoices.amountRemaining) =>
  sql<number>`coalesce(sum(case when ${isFinal} = 1 then ${amount} end), 0)`.mapWith(Number);

/** All of a customer's filtered invoices, in batches small enough that their memory is freed quickly. */
export async function* readInvoices(
  on: Queryable,
  customerId: string,
  order: InvoiceOrder,
  filter: ResolvedFilter,
  batchSize = 200,
): AsyncGenerator<ReportedInvoice[]> {
  for (let last: ReportedInvoice | undefined; ; ) {
    const rows = await listInvoicesAfter(
      on,
      and(filterCondition(customerId, filter), last && isAfter(last, order)),
      order,
    ).limit(batchSize);
    if (rows.length > 0) yield rows;
    last = rows.at(-1);
    if (rows.length < batchSize) return;
  }
}

const reportedFields = summedFields.map((name) => sql`${name}::text, ${stripeInvoices.data} -> ${name}::text`);

function listInvoicesAfter(on: Queryable, where: SQL | undefined, order: InvoiceOrder) {
  return on
    .select({
      ...invoiceListColumns,
      amountPaid: stripeInvoices.amountPaid,
      amountRemaining: stripeInvoices.amountRemaining,
      /** Only the fields of the report, because documents are long. */
      data: sql<unknown>`jsonb_build_object(${sql.join(reportedFields, sql`, `)})`,
      /** As text, because a Date has no microseconds. */
      sortKey: sql<string | null>`${sql.raw(sortColumns[order.sortField])}::text`.as('sort_key'),
    })
    .from(stripeInvoices)
    .where(where)
    .orderBy(sortOrder(order));
}

const sortTypes: Readonly<Record<InvoiceSortField, string>> = {
  created: 'timestamptz',
  dueDate: 'timestamptz',
  number: 'text',
  status: 'text',
  total: 'bigint',
};

/** PostgreSQL orders nulls as the greatest values. The id makes the order total. */
function isAfter({ id, sortKey }: ReportedInvoice, { sortField, order }: InvoiceOrder): SQL {
  const column = sql.raw(sortColumns[sortField]);
  const later = sql.raw(order === 'asc' ? '>' : '<');
  if (sortKey === null) {
    const amongNulls = sql`(${column} is null and id ${later} ${id})`;
    return order === 'asc' ? amongNulls : sql`(${amongNulls} or ${column} is not null)`;
  }
  const isLater = sql`(${column}, id) ${later} (${sortKey}::${sql.raw(sortTypes[sortField])}, ${id}::text)`;
  return order === 'asc' ? sql`(${isLater} or ${column} is null)` : isLater;
}

function sortOrder({ sortField, order }: InvoiceOrder): SQL {
  return sql.raw(`${sortColumns[sortField]} ${order}, id ${order}`);
}

function filterCondition(
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
