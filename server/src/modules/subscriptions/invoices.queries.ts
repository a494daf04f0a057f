import type { InvoiceRow } from '@portico/contract';
import type { Database } from '../../db/database.ts';
import type { InvoiceSortField, ListOptions } from './subscriptions.queries.ts';

interface InvoiceColumns extends Omit<InvoiceRow, 'stripeId' | 'created' | 'dueDate'> {
  readonly id: string;
  readonly created: Date;
  readonly dueDate: Date | null;
}

/** Only these words are ever put into the statement. */
const columns: Readonly<Record<InvoiceSortField, string>> = {
  created: 'created',
  dueDate: 'due_date',
  number: 'number',
  status: 'status',
  total: 'total',
};

/**
 * A page of an account's invoices and how many there are. The total is kept by a trigger, as counting would take longer than reading; it
 * stands beside every row, and on one without invoice where the page is empty. The id makes the order total, so that pages never overlap.
 * The portal's most used list: one round trip, and a statement that PostgreSQL plans once a connection.
 */
const statement = (sortField: InvoiceSortField, order: 'asc' | 'desc') => `
select i.id, i.number, i.description, i.total, i.currency, i.status, i.created, i.due_date as "dueDate", i.invoice_pdf as "invoicePdf",
       i.hosted_invoice_url as "hostedInvoiceUrl", kept.invoices as "ofTotal"
from accounts a
join stripe_invoice_totals kept on kept.customer_id = a.stripe_customer_id
left join lateral (
  select * from stripe_invoices
  where customer_id = a.stripe_customer_id and not deleted
  order by ${columns[sortField]} ${order}, id ${order}
  limit $2 offset $3
) i on true
where a.id = $1
order by i.${columns[sortField]} ${order}, i.id ${order}`;

/** @returns the invoices of one page, and how many the account has in all. */
export async function selectInvoices(
  { pool }: Database,
  accountId: number,
  { page, pageSize, sortField, order }: ListOptions<InvoiceSortField>,
): Promise<{ items: InvoiceColumns[]; total: number }> {
  const { rows } = await pool.query<InvoiceColumns & { ofTotal: number }>({
    name: `list-invoices-${sortField}-${order}`,
    text: statement(sortField, order),
    values: [accountId, pageSize, (page - 1) * pageSize],
  });
  return { items: rows.filter(({ id }) => id !== null), total: rows[0]?.ofTotal ?? 0 };
}
