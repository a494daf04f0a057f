import type { InvoiceRow, Locale } from '@portico/contract';
import { amountCell, type CsvCell } from '../../core/http/csv.ts';
import type { RequestContext } from '../../core/http/request-context.ts';
import { type MessageKey, translate } from '../../core/messages/index.ts';
import { readInvoiceSums } from '../../core/stripe/index.ts';
import { type NamedDiscount, nameDiscounts } from './discounts.ts';
import type { InvoiceFilter } from './filter.rules.ts';
import { type InvoiceOrder, type ReportedInvoice, readInvoices } from './filtered.queries.ts';
import type { InvoicesContext } from './invoices.context.ts';
import { describeRows, type InvoiceDescription, resolveInvoiceFilter } from './invoices.service.ts';

export const reportColumns = [
  'report.invoice.number',
  'report.invoice.created',
  'report.invoice.dueDate',
  'report.invoice.status',
  'report.invoice.product',
  'report.invoice.description',
  'report.invoice.subtotal',
  'report.invoice.discount',
  'report.invoice.coupon',
  'report.invoice.tax',
  'report.invoice.total',
  'report.invoice.paid',
  'report.invoice.remaining',
  'report.invoice.currency',
] as const satisfies readonly MessageKey[];

const statuses: Readonly<Record<InvoiceRow['status'], MessageKey>> = {
  draft: 'invoice.status.draft',
  open: 'invoice.status.open',
  paid: 'invoice.status.paid',
  uncollectible: 'invoice.status.uncollectible',
  void: 'invoice.status.void',
};

/** The rows of the report, in the order of the list (INV-21). */
export async function* reportRows(
  context: InvoicesContext & RequestContext,
  { sortField, order, ...filter }: InvoiceOrder & InvoiceFilter,
): AsyncGenerator<CsvCell[]> {
  const { database, session, locale } = context;
  const { customerId } = session.account;
  if (customerId === null) return;
  const resolved = await resolveInvoiceFilter(context, filter);
  for await (const rows of readInvoices(database.query, customerId, { sortField, order }, resolved)) {
    const descriptions = await describeRows(context, rows);
    const discounts = await nameDiscounts(
      database.query,
      context.catalog,
      rows.map(({ data }) => data),
      locale,
    );
    for (const [index, row] of rows.entries())
      yield reportRow(row, descriptions.get(row.id), discounts[index] ?? [], locale);
  }
}

function reportRow(
  row: ReportedInvoice,
  described: InvoiceDescription | undefined,
  discounts: readonly NamedDiscount[],
  locale: Locale,
): CsvCell[] {
  const coupons = discounts.flatMap(({ name }) => name ?? []);
  const { subtotal, discount, tax } = readInvoiceSums(row.data);
  return [
    row.number,
    row.created,
    row.dueDate,
    translate(locale, statuses[row.status]),
    described?.productName ?? null,
    described?.description ?? null,
    amountCell(subtotal),
    amountCell(discount),
    coupons.join(', ') || null,
    ...[tax, row.total, row.amountPaid, row.amountRemaining].map(amountCell),
    row.currency.toUpperCase(),
  ];
}
