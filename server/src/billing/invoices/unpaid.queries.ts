import { and, asc, eq, gt, inArray, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Queryable } from '../../core/db/database.ts';
import { stripeInvoicePayments, stripeInvoices, stripeUpcomingInvoices } from '../../core/db/schema/invoices.gen.ts';

export type OpenInvoice = Awaited<ReturnType<typeof listOpenInvoices>>[number];

/** Whose open invoices are wanted: a customer's, or those of subscriptions. */
export type OpenInvoicesOf = { readonly customerId: string } | { readonly stripeSubscriptionIds: readonly string[] };

/** Open invoices with something left to pay, the oldest first. Amounts are cents. */
export function listOpenInvoices(on: Queryable, of: OpenInvoicesOf, limit: number) {
  return on
    .select({
      id: stripeInvoices.id,
      stripeSubscriptionId: stripeInvoices.subscriptionId,
      amount: stripeInvoices.amountRemaining,
      currency: stripeInvoices.currency,
      hostedInvoiceUrl: stripeInvoices.hostedInvoiceUrl,
      dueDate: stripeInvoices.dueDate,
      /** Stripe's reason, such as `subscription_cycle`. */
      billingReason: sql<string | null>`${stripeInvoices.data} ->> 'billing_reason'`,
      /** Tries that Stripe made by itself. */
      tries: sql<number>`coalesce((${stripeInvoices.data} ->> 'attempt_count')::int, 0)`.mapWith(Number),
      nextAttempt: sql<Date | null>`to_timestamp((${stripeInvoices.data} ->> 'next_payment_attempt')::bigint)`.mapWith(
        stripeInvoices.created,
      ),
    })
    .from(stripeInvoices)
    .where(
      and(
        ofWhom(of),
        eq(stripeInvoices.status, 'open'),
        eq(stripeInvoices.deleted, false),
        gt(stripeInvoices.amountRemaining, 0),
      ),
    )
    .orderBy(asc(stripeInvoices.created), asc(stripeInvoices.id))
    .limit(limit);
}

function ofWhom(of: OpenInvoicesOf): SQL {
  return 'customerId' in of
    ? eq(stripeInvoices.customerId, of.customerId)
    : inArray(stripeInvoices.subscriptionId, [...of.stripeSubscriptionIds]);
}

/** The payment intents of invoices, failed ones included. */
export function listIntentsOfInvoices(on: Queryable, invoiceIds: readonly string[]) {
  return on
    .select({ invoiceId: stripeInvoicePayments.invoiceId, paymentIntentId: stripeInvoicePayments.paymentIntentId })
    .from(stripeInvoicePayments)
    .where(and(inArray(stripeInvoicePayments.invoiceId, [...invoiceIds]), eq(stripeInvoicePayments.deleted, false)));
}

const seconds = (path: string) =>
  sql<Date | null>`to_timestamp((${stripeInvoices.data} #>> ${`{${path}}`}::text[])::bigint)`.mapWith(
    stripeInvoices.created,
  );

/**
 * The invoices of a subscription that its history tells of: the first one, and those that a card did not pay at once. The newest of those are listed
 * where there are many.
 */
export async function listTellingInvoices(on: Queryable, stripeSubscriptionId: string, limit: number) {
  const columns = {
    id: stripeInvoices.id,
    status: stripeInvoices.status,
    amountPaid: stripeInvoices.amountPaid,
    amountDue: stripeInvoices.amountDue,
    paidAt: seconds('status_transitions,paid_at'),
  };
  const ofSubscription = and(
    eq(stripeInvoices.subscriptionId, stripeSubscriptionId),
    eq(stripeInvoices.deleted, false),
  );
  const [first, late] = await Promise.all([
    on
      .select(columns)
      .from(stripeInvoices)
      .where(and(ofSubscription, gt(stripeInvoices.amountPaid, 0)))
      // A change in the second of the purchase has an invoice of the same time.
      .orderBy(
        asc(stripeInvoices.created),
        sql`${stripeInvoices.data} ->> 'billing_reason' = 'subscription_create' desc`,
        asc(stripeInvoices.id),
      )
      .limit(1),
    on
      .select(columns)
      .from(stripeInvoices)
      .where(
        and(
          ofSubscription,
          sql`(${stripeInvoices.data} ->> 'attempt_count')::int > case ${stripeInvoices.status} when 'paid' then 1 else 0 end`,
        ),
      )
      .orderBy(sql`${stripeInvoices.created} desc`, sql`${stripeInvoices.id} desc`)
      .limit(limit),
  ]);
  const firstId = first[0]?.id;
  return [...first, ...late.filter(({ id }) => id !== firstId)];
}

/** What is read of a stored preview, whichever version of the portal stored it. */
const nextCharge = z.object({
  amountDue: z.int(),
  discounts: z.array(z.object({ id: z.string(), amount: z.int() })).default([]),
});

/** What a subscription will be charged next by its stored preview; null without one. Amounts are cents. */
export async function findNextCharge(on: Queryable, stripeSubscriptionId: string) {
  const [kept] = await on
    .select({ preview: stripeUpcomingInvoices.preview, askedAt: stripeUpcomingInvoices.askedAt })
    .from(stripeUpcomingInvoices)
    .where(eq(stripeUpcomingInvoices.stripeSubscriptionId, stripeSubscriptionId));
  const parsed = nextCharge.safeParse(kept?.preview);
  return kept && parsed.success ? { ...parsed.data, askedAt: kept.askedAt } : null;
}
