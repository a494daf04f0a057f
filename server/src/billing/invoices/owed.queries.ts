import { and, eq, gt, inArray, or, sql } from 'drizzle-orm';
import type { Queryable } from '../../core/db/database.ts';
import { stripeInvoices } from '../../core/db/schema/invoices.gen.ts';

/**
 * The unpaid invoices of subscriptions in the mirror: open ones, and drafts that Stripe will finalize (CRED-1).
 * @returns their ids at Stripe.
 */
export async function listUnpaidInvoices(
  on: Queryable,
  stripeSubscriptionIds: readonly string[],
): Promise<readonly string[]> {
  if (stripeSubscriptionIds.length === 0) return [];
  const found = await on
    .select({ id: stripeInvoices.id })
    .from(stripeInvoices)
    .where(
      and(
        inArray(stripeInvoices.subscriptionId, [...stripeSubscriptionIds]),
        eq(stripeInvoices.deleted, false),
        gt(stripeInvoices.total, 0),
        // Stripe never charges a draft that it does not finalize, such as one of an ended subscription.
        or(
          eq(stripeInvoices.status, 'open'),
          and(eq(stripeInvoices.status, 'draft'), sql`${stripeInvoices.data} ->> 'auto_advance' = 'true'`),
        ),
      ),
    );
  return found.map(({ id }) => id);
}
