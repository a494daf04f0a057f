import { and, desc, eq, sql } from 'drizzle-orm';
import type { Queryable } from '../../core/db/database.ts';
import { stripeCharges } from '../../core/db/schema/payments.gen.ts';

/** The maximum number of a customer's latest charges that are searched. */
const maxSearchedCharges = 100;

/** When the latest charge of each of a customer's cards failed; cards whose latest charge was paid are absent (SUB-36). */
export async function findDeclines(on: Queryable, customerId: string): Promise<ReadonlyMap<string, Date>> {
  const latest = on
    .select({
      at: stripeCharges.created,
      id: stripeCharges.id,
      status: stripeCharges.status,
      paymentMethodId: sql<string | null>`${stripeCharges.data} ->> 'payment_method'`.as('payment_method_id'),
    })
    .from(stripeCharges)
    .where(and(eq(stripeCharges.customerId, customerId), eq(stripeCharges.deleted, false)))
    .orderBy(desc(stripeCharges.created), desc(stripeCharges.id))
    .limit(maxSearchedCharges)
    .as('latest');
  const lasts = await on
    .selectDistinctOn([latest.paymentMethodId], { id: latest.paymentMethodId, at: latest.at, status: latest.status })
    .from(latest)
    .orderBy(latest.paymentMethodId, desc(latest.at), desc(latest.id));
  return new Map(lasts.flatMap(({ id, at, status }) => (id !== null && status === 'failed' ? [[id, at]] : [])));
}
