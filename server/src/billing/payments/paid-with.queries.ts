import { and, desc, eq, inArray, or, sql } from 'drizzle-orm';
import type { Queryable } from '../../core/db/database.ts';
import { stripeCharges } from '../../core/db/schema/payments.gen.ts';

/**
 * The card that the newest of some payments was made with, in Stripe's words; undefined where no card paid.
 * @param ids of payment intents and charges. The caller has checked that they belong to one account.
 */
export async function findPaidWith(
  on: Queryable,
  ids: readonly string[],
): Promise<{ brand: string | null; last4: string } | undefined> {
  if (ids.length === 0) return undefined;
  const card = (field: 'brand' | 'last4') =>
    sql<string | null>`${stripeCharges.data} #>> ${sql.raw(`'{payment_method_details,card,${field}}'`)}`;
  const [found] = await on
    .select({ brand: card('brand'), last4: card('last4') })
    .from(stripeCharges)
    .where(
      and(
        or(inArray(stripeCharges.paymentIntentId, [...ids]), inArray(stripeCharges.id, [...ids])),
        eq(stripeCharges.status, 'succeeded'),
        eq(stripeCharges.deleted, false),
      ),
    )
    .orderBy(desc(stripeCharges.created), desc(stripeCharges.id))
    .limit(1);
  return found?.last4 ? { brand: found.brand, last4: found.last4 } : undefined;
}
