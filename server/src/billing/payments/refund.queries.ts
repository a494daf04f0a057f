import { and, eq } from 'drizzle-orm';
import type { Queryable } from '../../core/db/database.ts';
import { stripeRefunds } from '../../core/db/schema/payments.gen.ts';

/** A refund of any account. Cents. Undefined for one that is gone. */
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
