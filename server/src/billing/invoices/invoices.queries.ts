import { type InvoiceRow, pageSizes } from '@portico/contract';
import { and, asc, count, desc, eq, inArray, sql } from 'drizzle-orm';
import pg from 'pg';
import type { Database, Queryable } from '../../core/db/database.ts';
import { selectPage } from '../../core/db/kept-total.ts';
import { stripeInvoiceLines, stripeInvoicePayments, stripeInvoices } from '../../core/db/schema/invoices.gen.ts';
import { textPatterns } from '../../core/db/text-patterns.ts';

interface Page {
  readonly page: number;
  readonly pageSize: number;
}

export type MirroredInvoice = NonNullable<Awaited<ReturnType<typeof findInvoice>>>;
export type ListedInvoice = Awaited<ReturnType<typeof listInvoicesOfSubscription>>['items'][number];
export type MirroredLine = Awaited<ReturnType<typeof listLines>>['items'][number];

const timestamptz = pg.types.builtins.TIMESTAMPTZ;
const isOffered = (size: number) => size === dashboardSize || pageSizes.includes(size as (typeof pageSizes)[number]);
/** The number of rows of a dashboard's list (UI-15). */
const dashboardSize = 5;

/** Converts PostgreSQL's text of a time to ISO 8601 in UTC, to the millisecond. In UTC this needs no Date. */
function toIsoUtc(text: string): string {
  if (!text.endsWith('+00') || text.length < 22) return new Date(text).toISOString();
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${`${text.slice(20, -3)}000`.slice(0, 3)}Z`;
}

export const invoiceListColumns = {
  id: stripeInvoices.id,
  number: stripeInvoices.number,
  description: stripeInvoices.description,
  total: stripeInvoices.total,
  currency: stripeInvoices.currency,
  status: stripeInvoices.status,
  created: stripeInvoices.created,
  dueDate: stripeInvoices.dueDate,
  invoicePdf: stripeInvoices.invoicePdf,
  hostedInvoiceUrl: stripeInvoices.hostedInvoiceUrl,
};

export type InvoiceSortField = 'created' | 'dueDate' | 'number' | 'status' | 'total';

export interface InvoiceListOptions {
  readonly page: number;
  readonly pageSize: number;
  readonly order: 'asc' | 'desc';
  readonly sortField: InvoiceSortField;
}

/** The sort columns, as in the indexes. Only these texts enter a statement. */
export const sortColumns: Readonly<Record<InvoiceSortField, string>> = {
  created: 'created',
  dueDate: 'due_date',
  number: 'number',
  status: 'status',
  total: 'total',
};

/**
 * A page of a customer's invoices. Each row contains their total number, which a trigger maintains; an empty page is
 * one row without an invoice. Page size and first offset are literals, so that PostgreSQL keeps the plan.
 */
const listStatement = ({ sortField, order, page, pageSize }: InvoiceListOptions) => `
select i.id as "stripeId", i.number, i.description, i.total, i.currency, i.status, i.created, i.due_date as "dueDate", i.invoice_pdf as "invoicePdf",
       i.hosted_invoice_url as "hostedInvoiceUrl", line.price_id as "stripePriceId", line.amount as "lineAmount", line.proration as "isProration",
       kept.invoices as "ofTotal", (select version from catalog_state) as "catalogVersion"
from stripe_invoice_totals kept
left join lateral (${selectPage('stripe_invoices', {
  where: 'customer_id = kept.customer_id and not deleted',
  orderBy: `${sortColumns[sortField]} ${order}, id ${order}`,
  page,
  pageSize,
})}) i on true
left join stripe_invoice_lines line on line.invoice_id = i.id and line.position = 0 and not line.deleted
where kept.customer_id = $1
order by i.${sortColumns[sortField]} ${order}, i.id ${order}`;

/** The first line of an invoice, which describes it; null values if it has no lines. */
export interface FirstLine {
  readonly stripePriceId: string | null;
  /** Cents. */
  readonly lineAmount: number | null;
  readonly isProration: boolean | null;
}

export type RowWithLine = Omit<InvoiceRow, 'productName'> & FirstLine;

/** @returns a page of invoices, the number of all of the customer's invoices, and the catalog's version, which is undefined without invoices */
export async function listInvoices(
  { pool }: Database,
  customerId: string,
  options: InvoiceListOptions,
): Promise<{ items: RowWithLine[]; total: number; catalogVersion: number | undefined }> {
  const { page, pageSize, sortField, order } = options;
  const { rows } = await pool.query<RowWithLine & { ofTotal: number; catalogVersion: number }>({
    // Only pages of the offered sizes are prepared, because each connection keeps the plans of all prepared statements.
    ...(isOffered(pageSize) && {
      name: `list-invoices-${sortField}-${order}-${pageSize}-${page === 1 ? 'first' : 'later'}`,
    }),
    types: { getTypeParser: (oid, format) => (oid === timestamptz ? toIsoUtc : pg.types.getTypeParser(oid, format)) },
    text: listStatement(options),
    values: page === 1 ? [customerId] : [customerId, (page - 1) * pageSize],
  });
  const [first] = rows;
  return {
    items: rows.filter(({ stripeId }) => stripeId !== null),
    total: first?.ofTotal ?? 0,
    catalogVersion: first?.catalogVersion,
  };
}

/** @returns undefined also for another customer's invoice */
export async function findInvoice(on: Queryable, customerId: string, invoiceId: string) {
  const [found] = await on
    .select()
    .from(stripeInvoices)
    .where(
      and(
        eq(stripeInvoices.id, invoiceId),
        eq(stripeInvoices.customerId, customerId),
        eq(stripeInvoices.deleted, false),
      ),
    );
  return found;
}

/** An invoice of any account, by an id that the caller has from the mirror. */
export async function findMirroredInvoice(on: Queryable, invoiceId: string) {
  const [found] = await on
    .select()
    .from(stripeInvoices)
    .where(and(eq(stripeInvoices.id, invoiceId), eq(stripeInvoices.deleted, false)));
  return found;
}

export function listMirroredInvoices(on: Queryable, invoiceIds: readonly string[]) {
  return on
    .select({
      id: stripeInvoices.id,
      number: stripeInvoices.number,
      status: stripeInvoices.status,
      total: stripeInvoices.total,
      amountRemaining: stripeInvoices.amountRemaining,
      data: stripeInvoices.data,
    })
    .from(stripeInvoices)
    .where(and(inArray(stripeInvoices.id, [...invoiceIds]), eq(stripeInvoices.deleted, false)));
}

/** The first line of each invoice, by the invoice's id. */
export async function findFirstLines(
  on: Queryable,
  invoiceIds: readonly string[],
): Promise<ReadonlyMap<string, FirstLine>> {
  if (invoiceIds.length === 0) return new Map();
  const found = await on
    .select({
      invoiceId: stripeInvoiceLines.invoiceId,
      stripePriceId: stripeInvoiceLines.priceId,
      lineAmount: stripeInvoiceLines.amount,
      isProration: stripeInvoiceLines.proration,
    })
    .from(stripeInvoiceLines)
    .where(
      and(
        inArray(stripeInvoiceLines.invoiceId, [...invoiceIds]),
        eq(stripeInvoiceLines.position, 0),
        eq(stripeInvoiceLines.deleted, false),
      ),
    );
  return new Map(found.map(({ invoiceId, ...line }) => [invoiceId, line]));
}

/** A page of a subscription's invoices. The id makes the order total, so pages never overlap. */
export async function listInvoicesOfSubscription(
  on: Queryable,
  stripeSubscriptionId: string,
  { page, pageSize, order, sortField }: InvoiceListOptions,
) {
  const where = and(eq(stripeInvoices.subscriptionId, stripeSubscriptionId), eq(stripeInvoices.deleted, false));
  const direction = order === 'asc' ? asc : desc;
  const [items, [counted]] = await Promise.all([
    on
      .select(invoiceListColumns)
      .from(stripeInvoices)
      .where(where)
      .orderBy(direction(stripeInvoices[sortField]), direction(stripeInvoices.id))
      .limit(pageSize)
      .offset((page - 1) * pageSize),
    on.select({ total: count() }).from(stripeInvoices).where(where),
  ]);
  return { items, total: counted?.total ?? 0 };
}

export async function hasOpenInvoice(on: Queryable, stripeSubscriptionId: string): Promise<boolean> {
  const found = await on
    .select({ id: stripeInvoices.id })
    .from(stripeInvoices)
    .where(
      and(
        eq(stripeInvoices.subscriptionId, stripeSubscriptionId),
        eq(stripeInvoices.status, 'open'),
        eq(stripeInvoices.deleted, false),
      ),
    )
    .limit(1);
  return found.length > 0;
}

/** All lines in Stripe's order. */
export async function listLines(on: Queryable, invoiceId: string, { page, pageSize }: Page) {
  const where = and(eq(stripeInvoiceLines.invoiceId, invoiceId), eq(stripeInvoiceLines.deleted, false));
  const [items, [counted]] = await Promise.all([
    on
      .select({
        id: stripeInvoiceLines.id,
        description: stripeInvoiceLines.description,
        stripePriceId: stripeInvoiceLines.priceId,
        quantity: stripeInvoiceLines.quantity,
        unitAmount: sql<string | null>`${stripeInvoiceLines.data} #>> '{pricing,unit_amount_decimal}'`,
        amount: stripeInvoiceLines.amount,
        periodStart: stripeInvoiceLines.periodStart,
        periodEnd: stripeInvoiceLines.periodEnd,
        isProration: stripeInvoiceLines.proration,
      })
      .from(stripeInvoiceLines)
      .where(where)
      .orderBy(asc(stripeInvoiceLines.position), asc(stripeInvoiceLines.id))
      .limit(pageSize)
      .offset((page - 1) * pageSize),
    on.select({ total: count() }).from(stripeInvoiceLines).where(where),
  ]);
  return { items, total: counted?.total ?? 0 };
}

/** Ids of the payment intents and charges of an invoice, failed ones included. */
export async function listPaymentsOfInvoice(on: Queryable, invoiceId: string): Promise<string[]> {
  const found = await on
    .select({ intent: stripeInvoicePayments.paymentIntentId, charge: stripeInvoicePayments.chargeId })
    .from(stripeInvoicePayments)
    .where(and(eq(stripeInvoicePayments.invoiceId, invoiceId), eq(stripeInvoicePayments.deleted, false)));
  return found.flatMap(({ intent, charge }) => [intent, charge]).filter((id) => id !== null);
}

/** Ids of the invoices of a payment. */
export async function listInvoicesOfPayment(on: Queryable, paymentIntentId: string): Promise<string[]> {
  const found = await on
    .select({ id: stripeInvoicePayments.invoiceId })
    .from(stripeInvoicePayments)
    .where(and(eq(stripeInvoicePayments.paymentIntentId, paymentIntentId), eq(stripeInvoicePayments.deleted, false)));
  return found.map(({ id }) => id);
}

/** What a payment's invoice is about. */
export interface PaymentSubject {
  /** The price of the invoice's first line. */
  readonly stripePriceId: string | null;
  /** Stripe's reason, such as subscription_cycle. */
  readonly reason: string | null;
  /** Units of that price that a change added; negative if it removed some, null if the invoice does not change them. */
  readonly unitsAdded: number | null;
}

/** The subject of an invoice, as JSON. @param invoice the name of its table in the statement */
export const paymentSubject = (invoice: string) => `jsonb_build_object(
    'stripePriceId', ${invoice}.price_id, 'reason', ${invoice}.data ->> 'billing_reason', 'unitsAdded', (
      select case when min(line.amount) < 0 and max(line.amount) > 0 then sum(sign(line.amount) * line.quantity) end
      from stripe_invoice_lines line
      where line.invoice_id = ${invoice}.id and line.price_id = ${invoice}.price_id and line.proration and not line.deleted))`;

/** The ids and numbers of a payment's invoices, the oldest first. */
export function listNumbersOfPayment(on: Queryable, paymentIntentId: string) {
  return on
    .select({
      stripeId: stripeInvoices.id,
      number: stripeInvoices.number,
      subject: sql<PaymentSubject>`${sql.raw(paymentSubject('stripe_invoices'))}`,
    })
    .from(stripeInvoicePayments)
    .innerJoin(stripeInvoices, eq(stripeInvoices.id, stripeInvoicePayments.invoiceId))
    .where(
      and(
        eq(stripeInvoicePayments.paymentIntentId, paymentIntentId),
        eq(stripeInvoicePayments.deleted, false),
        eq(stripeInvoices.deleted, false),
      ),
    )
    .orderBy(asc(stripeInvoices.created), asc(stripeInvoices.id));
}

/** Invoices of all customers whose numbers begin with a text, case-insensitively. */
export async function searchInvoices(on: Queryable, text: string, limit: number) {
  const found = await on
    .select({ id: stripeInvoices.id, customerId: stripeInvoices.customerId, number: stripeInvoices.number })
    .from(stripeInvoices)
    .where(
      and(sql`lower(${stripeInvoices.number}) like ${textPatterns(text).begins}`, eq(stripeInvoices.deleted, false)),
    )
    .limit(limit);
  return found.map((invoice) => ({ ...invoice, number: invoice.number ?? '' }));
}
