import { and, eq, exists, gt, gte, inArray, sql } from 'drizzle-orm';
import type { Queryable } from '../../core/db/database.ts';
import { stripeInvoiceLines, stripeInvoices } from '../../core/db/schema/invoices.gen.ts';

const invoiceMonth = sql<string>`to_char(${stripeInvoices.created} at time zone 'utc', 'YYYY-MM')`;

/**
 * The paid and unpaid cents of a customer's invoices after `since`, with tax, by month (UTC) and subscription (BOV-3). The index
 * `stripe_invoices_spending_idx` has all columns.
 */
export function sumSpending(on: Queryable, customerId: string, currency: string, since: Date) {
  return on
    .select({
      month: invoiceMonth,
      stripeSubscriptionId: stripeInvoices.subscriptionId,
      paid: sql`coalesce(sum(${stripeInvoices.amountPaid}), 0)`.mapWith(Number),
      unpaid:
        sql`coalesce(sum(${stripeInvoices.amountRemaining}) filter (where ${stripeInvoices.status} = 'open'), 0)`.mapWith(
          Number,
        ),
    })
    .from(stripeInvoices)
    .where(
      and(
        eq(stripeInvoices.customerId, customerId),
        eq(stripeInvoices.deleted, false),
        gte(stripeInvoices.created, since),
        eq(stripeInvoices.currency, currency),
        inArray(stripeInvoices.status, ['open', 'paid', 'uncollectible']),
      ),
    )
    .groupBy(sql`1`, stripeInvoices.subscriptionId);
}

/** Minimum number of days that count as a year. */
const yearDays = 360;

/** The paid cents of a customer's invoices with a line for a whole year, by month (UTC) and subscription (BOV-6). */
export function sumYearlyPayments(on: Queryable, customerId: string, currency: string, since: Date) {
  const yearlyLine = on
    .select({ one: sql`1` })
    .from(stripeInvoiceLines)
    .where(
      and(
        eq(stripeInvoiceLines.invoiceId, stripeInvoices.id),
        gt(stripeInvoiceLines.periodEnd, sql`${stripeInvoiceLines.periodStart} + make_interval(days => ${yearDays})`),
      ),
    );
  return on
    .select({
      month: invoiceMonth,
      stripeSubscriptionId: stripeInvoices.subscriptionId,
      paid: sql`coalesce(sum(${stripeInvoices.amountPaid}), 0)`.mapWith(Number),
    })
    .from(stripeInvoices)
    .where(
      and(
        eq(stripeInvoices.customerId, customerId),
        eq(stripeInvoices.deleted, false),
        gte(stripeInvoices.created, since),
        eq(stripeInvoices.currency, currency),
        eq(stripeInvoices.status, 'paid'),
        exists(yearlyLine),
      ),
    )
    .groupBy(sql`1`, stripeInvoices.subscriptionId);
}
