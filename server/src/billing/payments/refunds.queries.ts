import { and, count, desc, eq, gte, sql } from 'drizzle-orm';
import type { Queryable } from '../../core/db/database.ts';
import { stripeRefunds } from '../../core/db/schema/payments.gen.ts';

/** A refund of any account; undefined if it was deleted. The amount is cents. */
export async function findRefund(on: Queryable, refundId: string) {
  const [found] = await on
    .select({
      customerId: stripeRefunds.customerId,
      paymentIntentId: stripeRefunds.paymentIntentId,
      chargeId: stripeRefunds.chargeId,
      amount: stripeRefunds.amount,
      currency: stripeRefunds.currency,
      status: stripeRefunds.status,
      created: stripeRefunds.created,
    })
    .from(stripeRefunds)
    .where(and(eq(stripeRefunds.id, refundId), eq(stripeRefunds.deleted, false)));
  return found;
}

/** The latest refunds of a customer, the newest first, without failed refunds. Amounts are cents. */
export function listLatestRefunds(on: Queryable, customerId: string, limit: number) {
  return on
    .select({
      id: stripeRefunds.id,
      paymentIntentId: stripeRefunds.paymentIntentId,
      at: stripeRefunds.created,
      amount: stripeRefunds.amount,
      currency: stripeRefunds.currency,
    })
    .from(stripeRefunds)
    .where(
      and(
        eq(stripeRefunds.customerId, customerId),
        eq(stripeRefunds.deleted, false),
        sql`${stripeRefunds.status} not in ('failed', 'canceled')`,
      ),
    )
    .orderBy(desc(stripeRefunds.created), desc(stripeRefunds.id))
    .limit(limit);
}

/** The sum (cents) and number of all customers' refunds after `since`, by currency, without failed refunds. */
export function sumRefunds(on: Queryable, since: Date) {
  return on
    .select({
      currency: stripeRefunds.currency,
      amount: sql<number>`sum(${stripeRefunds.amount})`.mapWith(Number),
      count: count(),
    })
    .from(stripeRefunds)
    .where(
      and(
        gte(stripeRefunds.created, since),
        eq(stripeRefunds.deleted, false),
        sql`${stripeRefunds.status} not in ('failed', 'canceled')`,
      ),
    )
    .groupBy(stripeRefunds.currency);
}
