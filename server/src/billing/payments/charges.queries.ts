import type { Locale } from '@portico/contract';
import { and, count, desc, eq, gte, inArray, isNull, or, sql } from 'drizzle-orm';
import type { Queryable } from '../../core/db/database.ts';
import { stripeCharges, stripePaymentIntents } from '../../core/db/schema/payments.gen.ts';
import { say } from '../../core/http/app-error.ts';
import { declineReason } from '../../core/messages/declines-fr.ts';

export type FailedCharge = Awaited<ReturnType<typeof listFailedCharges>>[number];

/** Failed charges of payments, the newest first. Amounts are cents. */
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
      /** The reason in Stripe's words, followed by Stripe's codes. */
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

/** Why a card was declined, in words for the cardholder (CARD-11); null if Stripe gives no reason. */
export function chargeFailureReason(
  { reason, declineReason: given, failureCode }: Pick<FailedCharge, 'reason' | 'declineReason' | 'failureCode'>,
  locale: Locale,
): string | null {
  return reason === null ? null : say({ text: reason, declineCode: declineReason(given, failureCode) }, locale);
}

/**
 * The card of the latest of these payments, with Stripe's brand; undefined if no card paid.
 * @param ids of payment intents and charges; the caller has checked that they belong to one account
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

/** Charges of all customers after `since`, by currency, day (UTC) and status. Amounts are cents. */
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

/** Failed charges of all customers after `since` whose payment has not succeeded, the newest first. */
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
