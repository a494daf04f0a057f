import { and, eq, gt, inArray, or, sql } from 'drizzle-orm';
import type { Queryable } from '../../db/database.ts';
import { stripeInvoices } from '../../db/schema/invoices.gen.ts';
import { stripeOperations } from '../../db/schema/operations.gen.ts';
import { purchaseKind } from './purchase.queries.ts';

/**
 * Whether something of an account's subscriptions to a product is invoiced and not paid, as far as the mirror knows: also one that Stripe still
 * drafts, which it does for the first hour of a renewal. What a purchase waits for is no debt: nothing is had for it before it is paid.
 * @param stripeSubscriptionIds those of the product that the account has or had.
 */
export async function isInvoiceOwed(
  on: Queryable,
  accountId: number,
  stripeSubscriptionIds: readonly string[],
): Promise<boolean> {
  if (stripeSubscriptionIds.length === 0) return false;
  const found = await on
    .select({ id: stripeInvoices.id })
    .from(stripeInvoices)
    .where(
      and(
        inArray(stripeInvoices.subscriptionId, [...stripeSubscriptionIds]),
        eq(stripeInvoices.deleted, false),
        gt(stripeInvoices.total, 0),
        // A draft that Stripe does not go on with by itself, such as one of a subscription that has ended, is never asked for.
        or(
          eq(stripeInvoices.status, 'open'),
          and(eq(stripeInvoices.status, 'draft'), sql`${stripeInvoices.data} ->> 'auto_advance' = 'true'`),
        ),
        sql`not exists (select from ${stripeOperations} where ${stripeOperations.accountId} = ${accountId}
          and ${stripeOperations.kind} = ${purchaseKind} and ${stripeOperations.result} ->> 'stripeInvoiceId' = ${stripeInvoices.id})`,
      ),
    )
    .limit(1);
  return found.length > 0;
}
