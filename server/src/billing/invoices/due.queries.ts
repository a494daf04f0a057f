import { and, eq, gt, inArray, sql } from 'drizzle-orm';
import type { Queryable } from '../../core/db/database.ts';
import { stripeInvoices } from '../../core/db/schema/invoices.gen.ts';

/**
 * When the oldest unpaid invoice of each subscription was due, by the subscription's id at Stripe (ORD-12). An invoice that is charged to a card is due
 * when it is created. Subscriptions without an unpaid invoice in the mirror are left out.
 */
export async function findOldestDueDates(
  on: Queryable,
  stripeSubscriptionIds: readonly string[],
): Promise<ReadonlyMap<string, Date>> {
  if (stripeSubscriptionIds.length === 0) return new Map();
  const { subscriptionId, dueDate, created } = stripeInvoices;
  const found = await on
    .select({
      id: sql<string>`${subscriptionId}`,
      due: sql<Date>`min(coalesce(${dueDate}, ${created}))`.mapWith(created),
    })
    .from(stripeInvoices)
    .where(
      and(
        inArray(subscriptionId, [...stripeSubscriptionIds]),
        inArray(stripeInvoices.status, ['open', 'uncollectible']),
        gt(stripeInvoices.amountRemaining, 0),
        eq(stripeInvoices.deleted, false),
      ),
    )
    .groupBy(subscriptionId);
  return new Map(found.map(({ id, due }) => [id, due]));
}
