import { and, eq, gte, inArray, sql } from 'drizzle-orm';
import type { Queryable } from '../../core/db/database.ts';
import { stripeInvoices } from '../../core/db/schema/invoices.gen.ts';

/**
 * The paid and unpaid cents of a customer's invoices after `since`, with tax, by month (UTC) and subscription (BOV-3). The index
 * `stripe_invoices_spending_idx` has all columns.
 */
export function sumSpending(on: Queryable, customerId: string, currency: string, since: Date) {
  const month = sql<string>`to_char(${stripeInvoices.created} at time zone 'utc', 'YYYY-MM')`;
  return on
    .select({
      month,
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
