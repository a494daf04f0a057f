import type { Locale } from '@portico/contract';
import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import type { Queryable } from '../../core/db/database.ts';
import { stripeCharges } from '../../core/db/schema/payments.gen.ts';
import { say } from '../../core/http/app-error.ts';
import { declineReason } from '../../core/messages/declines-fr.ts';

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
      paymentMethodId: sql<string | null>`${stripeCharges.data} ->> 'payment_method'`,
      /** Why it failed, in Stripe's words, and Stripe's codes for it. */
      reason: sql<string | null>`${stripeCharges.data} ->> 'failure_message'`,
      declineReason: sql<string | null>`${stripeCharges.data} #>> '{outcome,reason}'`,
      failureCode: sql<string | null>`${stripeCharges.data} ->> 'failure_code'`,
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

/** Why a card was declined, as its holder is told (CARD-11); null where Stripe did not say. */
export function failureReasonOf(
  { reason, declineReason: given, failureCode }: Pick<FailedCharge, 'reason' | 'declineReason' | 'failureCode'>,
  locale: Locale,
): string | null {
  return reason === null ? null : say({ text: reason, declineCode: declineReason(given, failureCode) }, locale);
}

/** Charges of a customer among which the latest one of a card is looked for. */
const latestCharges = 100;

/** When a card was declined, where its latest charge failed; null where that was paid, and where there is none of late (SUB-36). */
export async function findDecline(on: Queryable, customerId: string, paymentMethodId: string): Promise<Date | null> {
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
    .limit(latestCharges)
    .as('latest');
  const [last] = await on
    .select({ at: latest.at, status: latest.status })
    .from(latest)
    .where(eq(latest.paymentMethodId, paymentMethodId))
    .orderBy(desc(latest.at), desc(latest.id))
    .limit(1);
  return last?.status === 'failed' ? last.at : null;
}
