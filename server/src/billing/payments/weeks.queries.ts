import { and, count, desc, eq, gte, isNull, sql } from 'drizzle-orm';
import type { Queryable } from '../../core/db/database.ts';
import { stripeCharges, stripePaymentIntents, stripeRefunds } from '../../core/db/schema/payments.gen.ts';

/** Charges of all customers since a moment, by currency, day in UTC and whether they succeeded. Cents. */
export function sumCharges(on: Queryable, since: Date) {
  const day = sql<string>`to_char(${stripeCharges.created} at time zone 'utc', 'YYYY-MM-DD')`;
  return on
    .select({
      currency: stripeCharges.currency,
      day,
      status: stripeCharges.status,
      amount: sql<number>`sum(${stripeCharges.amount})`.mapWith(Number),
      count: count(),
    })
    .from(stripeCharges)
    .where(and(gte(stripeCharges.created, since), eq(stripeCharges.deleted, false)))
    .groupBy(stripeCharges.currency, day, stripeCharges.status);
}

/** Refunds of all customers since a moment, by currency; those that failed are left out. Cents. */
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

/** Failed charges of all customers since a moment whose payment has not succeeded, the newest first. */
export function listUnsettledFailures(on: Queryable, since: Date, limit: number) {
  return on
    .select({
      id: stripeCharges.id,
      customerId: stripeCharges.customerId,
      paymentIntentId: stripeCharges.paymentIntentId,
      at: stripeCharges.created,
      amount: stripeCharges.amount,
      currency: stripeCharges.currency,
      reason: sql<string | null>`${stripeCharges.data} ->> 'failure_message'`,
      declineReason: sql<string | null>`${stripeCharges.data} #>> '{outcome,reason}'`,
      failureCode: sql<string | null>`${stripeCharges.data} ->> 'failure_code'`,
      tries: sql<number>`greatest(1, (
        select count(*) from ${stripeCharges} tried
        where tried.payment_intent_id = ${stripeCharges}.payment_intent_id and tried.status = 'failed' and not tried.deleted))`.mapWith(
        Number,
      ),
    })
    .from(stripeCharges)
    .leftJoin(
      stripePaymentIntents,
      and(eq(stripePaymentIntents.id, stripeCharges.paymentIntentId), eq(stripePaymentIntents.status, 'succeeded')),
    )
    .where(
      and(
        eq(stripeCharges.status, 'failed'),
        eq(stripeCharges.deleted, false),
        gte(stripeCharges.created, since),
        isNull(stripePaymentIntents.id),
      ),
    )
    .orderBy(desc(stripeCharges.created), desc(stripeCharges.id))
    .limit(limit);
}
