import { and, asc, count, desc, eq, inArray, sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import {
  accounts,
  stripeInvoiceItems,
  stripeInvoiceLines,
  stripeInvoicePayments,
  stripeInvoices,
} from '../../db/schema/index.ts';
import { arePendingItemsOf } from '../../stripe/index.ts';

interface Page {
  readonly page: number;
  readonly pageSize: number;
}

export type InvoiceOfMirror = NonNullable<Awaited<ReturnType<InvoiceQueries['find']>>>;
export type LineOfMirror = Awaited<ReturnType<InvoiceQueries['listLines']>>['items'][number];
export type PendingOfMirror = Awaited<ReturnType<InvoiceQueries['listPending']>>['items'][number];

export function createInvoiceQueries(database: Database) {
  const { query } = database;
  const customerOf = (accountId: number) =>
    sql`(select ${accounts.stripeCustomerId} from ${accounts} where ${accounts.id} = ${accountId})`;
  const pendingOf = (accountId: number) =>
    and(
      eq(stripeInvoices.customerId, customerOf(accountId)),
      inArray(stripeInvoices.status, ['draft', 'open']),
      eq(stripeInvoices.deleted, false),
    );
  return {
    /** An invoice of the account. Undefined for another's. */
    async find(accountId: number, invoiceId: string) {
      const [found] = await query
        .select()
        .from(stripeInvoices)
        .where(
          and(
            eq(stripeInvoices.id, invoiceId),
            eq(stripeInvoices.customerId, customerOf(accountId)),
            eq(stripeInvoices.deleted, false),
          ),
        );
      return found;
    },

    /** Lines in Stripe's order, however many there are. */
    async listLines(invoiceId: string, { page, pageSize }: Page) {
      const where = and(eq(stripeInvoiceLines.invoiceId, invoiceId), eq(stripeInvoiceLines.deleted, false));
      const [items, [counted]] = await Promise.all([
        query
          .select({
            id: stripeInvoiceLines.id,
            description: stripeInvoiceLines.description,
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
        query.select({ total: count() }).from(stripeInvoiceLines).where(where),
      ]);
      return { items, total: counted?.total ?? 0 };
    },

    /** What paid an invoice or tried to: ids of payment intents and charges. */
    async listPaymentIds(invoiceId: string): Promise<string[]> {
      const found = await query
        .select({ intent: stripeInvoicePayments.paymentIntentId, charge: stripeInvoicePayments.chargeId })
        .from(stripeInvoicePayments)
        .where(and(eq(stripeInvoicePayments.invoiceId, invoiceId), eq(stripeInvoicePayments.deleted, false)));
      return found.flatMap(({ intent, charge }) => [intent, charge]).filter((id) => id !== null);
    },

    /** Drafts and open invoices. */
    async listPending(accountId: number, { page, pageSize, order }: Page & { readonly order: 'asc' | 'desc' }) {
      const direction = order === 'asc' ? asc : desc;
      const where = pendingOf(accountId);
      const [items, [counted]] = await Promise.all([
        query
          .select({
            id: stripeInvoices.id,
            number: stripeInvoices.number,
            description: stripeInvoices.description,
            amountDue: stripeInvoices.amountDue,
            amountPaid: stripeInvoices.amountPaid,
            amountRemaining: stripeInvoices.amountRemaining,
            currency: stripeInvoices.currency,
            status: sql<'draft' | 'open'>`${stripeInvoices.status}`,
            accountName: sql<string | null>`${stripeInvoices.data} ->> 'account_name'`,
            created: stripeInvoices.created,
            dueDate: stripeInvoices.dueDate,
            hostedInvoiceUrl: stripeInvoices.hostedInvoiceUrl,
          })
          .from(stripeInvoices)
          .where(where)
          .orderBy(direction(stripeInvoices.created), direction(stripeInvoices.id))
          .limit(pageSize)
          .offset((page - 1) * pageSize),
        query.select({ total: count() }).from(stripeInvoices).where(where),
      ]);
      return { items, total: counted?.total ?? 0 };
    },

    /** The newest items that wait for an invoice; `sum` on each is that of all of them, in cents. */
    listPendingItems: (accountId: number, most: number) =>
      query
        .select({
          id: stripeInvoiceItems.id,
          description: stripeInvoiceItems.description,
          amount: stripeInvoiceItems.amount,
          currency: stripeInvoiceItems.currency,
          created: stripeInvoiceItems.created,
          sum: sql`sum(${stripeInvoiceItems.amount}) over ()`.mapWith(Number),
        })
        .from(stripeInvoiceItems)
        .where(arePendingItemsOf(database, customerOf(accountId)))
        .orderBy(desc(stripeInvoiceItems.created), desc(stripeInvoiceItems.id))
        .limit(most),
  };
}

export type InvoiceQueries = ReturnType<typeof createInvoiceQueries>;
