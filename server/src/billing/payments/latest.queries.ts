import { and, desc, eq, sql } from 'drizzle-orm';
import type { Queryable } from '../../core/db/database.ts';
import { stripeCharges, stripeRefunds } from '../../core/db/schema/payments.gen.ts';

/** The latest charges of a customer, paid and declined, the newest first. Amounts are cents. */
export function listLatestCharges(on: Queryable, customerId: string, limit: number) {
  const card = (field: 'brand' | 'last4') =>
    sql<string | null>`${stripeCharges.data} #>> ${`{payment_method_details,card,${field}}`}::text[]`;
  return on
    .select({
      id: stripeCharges.id,
      paymentIntentId: stripeCharges.paymentIntentId,
      at: stripeCharges.created,
      status: stripeCharges.status,
      amount: stripeCharges.amount,
      currency: stripeCharges.currency,
      brand: card('brand'),
      last4: card('last4'),
    })
    .from(stripeCharges)
    .where(and(eq(stripeCharges.customerId, customerId), eq(stripeCharges.deleted, false)))
    .orderBy(desc(stripeCharges.created), desc(stripeCharges.id))
    .limit(limit);
}

/** The latest refunds of a customer, the newest first; those that failed are left out. Amounts are cents. */
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
