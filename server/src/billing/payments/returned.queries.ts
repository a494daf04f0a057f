import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Queryable } from '../../core/db/database.ts';
import { stripeCharges } from '../../core/db/schema/payments.gen.ts';

/** Cents returned to cards, by payment intent, from the mirror. A disputed charge counts as fully returned. */
export async function findReturnedAmounts(
  on: Queryable,
  paymentIntentIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (paymentIntentIds.length === 0) return new Map();
  const found = await on
    .select({
      id: sql<string>`${stripeCharges.paymentIntentId}`,
      returned: sql<number>`sum(case when ${stripeCharges.data} ->> 'disputed' = 'true' then ${stripeCharges.amount}
        else ${stripeCharges.amountRefunded} end)`.mapWith(Number),
    })
    .from(stripeCharges)
    .where(and(inArray(stripeCharges.paymentIntentId, [...paymentIntentIds]), eq(stripeCharges.deleted, false)))
    .groupBy(stripeCharges.paymentIntentId);
  return new Map(found.map(({ id, returned }) => [id, returned]));
}
