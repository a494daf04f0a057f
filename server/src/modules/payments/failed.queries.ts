import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import type { Queryable } from '../../db/database.ts';
import { stripeCharges } from '../../db/schema/payments.gen.ts';

export type FailedCharge = Awaited<ReturnType<typeof listFailedCharges>>[number];

/** Tries of cards that failed, the newest first. Amounts are cents. */
export function listFailedCharges(on: Queryable, paymentIntentIds: readonly string[], limit: number) {
  const card = (field: 'brand' | 'last4') =>
    sql<string | null>`${stripeCharges.data} #>> ${`{payment_method_details,card,${field}}`}::text[]`;
  return on
    .select({
      paymentIntentId: stripeCharges.paymentIntentId,
      at: stripeCharges.created,
      amount: stripeCharges.amount,
      brand: card('brand'),
      last4: card('last4'),
    })
    .from(stripeCharges)
    .where(
      and(
        inArray(stripeCharges.paymentIntentId, [...paymentIntentIds]),
        eq(stripeCharges.status, 'failed'),
        eq(stripeCharges.deleted, false),
      ),
    )
    .orderBy(desc(stripeCharges.created), desc(stripeCharges.id))
    .limit(limit);
}
