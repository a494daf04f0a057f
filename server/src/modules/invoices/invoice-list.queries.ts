import { type InvoiceRow, pageSizes } from '@portico/contract';
import pg from 'pg';
import type { Database } from '../../db/database.ts';

const timestamptz = pg.types.builtins.TIMESTAMPTZ;
const isOffered = (size: number) => size === dashboardSize || pageSizes.includes(size as (typeof pageSizes)[number]);
/** Rows of a dashboard's list (UI-15). */
const dashboardSize = 5;

/** Turns PostgreSQL's text of a time into ISO 8601 in UTC, to the millisecond. A connection in UTC needs no Date. */
function toIsoUtc(text: string): string {
  if (!text.endsWith('+00') || text.length < 22) return new Date(text).toISOString();
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${`${text.slice(20, -3)}000`.slice(0, 3)}Z`;
}

export type InvoiceSortField = 'created' | 'dueDate' | 'number' | 'status' | 'total';

export interface InvoiceListOptions {
  readonly page: number;
  readonly pageSize: number;
  readonly order: 'asc' | 'desc';
  readonly sortField: InvoiceSortField;
}

/** The statement contains these words only. */
const columns: Readonly<Record<InvoiceSortField, string>> = {
  created: 'created',
  dueDate: 'due_date',
  number: 'number',
  status: 'status',
  total: 'total',
};

/**
 * A page of a customer's invoices and their number. A trigger keeps the total, because counting would take longer than reading. Each row has the
 * total. An empty page is one row without an invoice. The id makes the order total, so that pages never overlap.
 * This is the portal's most used list: it takes one round trip, and PostgreSQL plans the statement once for each connection. PostgreSQL keeps such
 * a plan only while it costs no more than one for the actual values. The page's size and the first page's offset are therefore part of the
 * statement.
 */
const statement = ({ sortField, order, page, pageSize }: InvoiceListOptions) => `
select i.id as "stripeId", i.number, i.description, i.total, i.currency, i.status, i.created, i.due_date as "dueDate", i.invoice_pdf as "invoicePdf",
       i.hosted_invoice_url as "hostedInvoiceUrl", kept.invoices as "ofTotal"
from stripe_invoice_totals kept
left join lateral (
  select * from stripe_invoices
  where customer_id = kept.customer_id and not deleted
  order by ${columns[sortField]} ${order}, id ${order}
  limit ${Math.trunc(pageSize)} offset ${page === 1 ? '0' : '$2::bigint'}
) i on true
where kept.customer_id = $1
order by i.${columns[sortField]} ${order}, i.id ${order}`;

/** @returns the invoices of one page, and the number of all of the customer's invoices. */
export async function listInvoices(
  { pool }: Database,
  customerId: string,
  options: InvoiceListOptions,
): Promise<{ items: InvoiceRow[]; total: number }> {
  const { page, pageSize, sortField, order } = options;
  const { rows } = await pool.query<InvoiceRow & { ofTotal: number }>({
    // Prepared for the offered sizes only, because each connection keeps the plans of all prepared statements.
    ...(isOffered(pageSize) && {
      name: `list-invoices-${sortField}-${order}-${pageSize}-${page === 1 ? 'first' : 'later'}`,
    }),
    types: { getTypeParser: (oid, format) => (oid === timestamptz ? toIsoUtc : pg.types.getTypeParser(oid, format)) },
    text: statement(options),
    values: page === 1 ? [customerId] : [customerId, (page - 1) * pageSize],
  });
  return { items: rows.filter(({ stripeId }) => stripeId !== null), total: rows[0]?.ofTotal ?? 0 };
}
