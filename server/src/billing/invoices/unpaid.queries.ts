import { and, asc, desc, eq, gt, inArray, or, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Queryable } from '../../core/db/database.ts';
import { stripeInvoicePayments, stripeInvoices, stripeUpcomingInvoices } from '../../core/db/schema/invoices.gen.ts';

export type OpenInvoice = Awaited<ReturnType<typeof listOpenInvoices>>[number];

/** A customer, or some subscriptions. */
export type InvoiceOwner = { readonly customerId: string } | { readonly stripeSubscriptionIds: readonly string[] };

/** Open invoices with something left to pay, the oldest first. Amounts are cents. */
export function listOpenInvoices(on: Queryable, of: InvoiceOwner, limit: number) {
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
      /** Stripe's automatic tries. */
      tries: sql<number>`coalesce((${stripeInvoices.data} ->> 'attempt_count')::int, 0)`.mapWith(Number),
      nextAttempt: sql<Date | null>`to_timestamp((${stripeInvoices.data} ->> 'next_payment_attempt')::bigint)`.mapWith(
        stripeInvoices.created,
      ),
    })
    .from(stripeInvoices)
    .where(
      and(
        ownerCondition(of),
        eq(stripeInvoices.status, 'open'),
        eq(stripeInvoices.deleted, false),
        gt(stripeInvoices.amountRemaining, 0),
      ),
    )
    .orderBy(asc(stripeInvoices.created), asc(stripeInvoices.id))
    .limit(limit);
}

function ownerCondition(of: InvoiceOwner): SQL {
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
 * The invoices in a subscription's history: the first one, the latest paid renewal, and the latest ones for which a card
 * failed.
 * @param limit the maximum number of the latest ones
 */
export async function listHistoryInvoices(on: Queryable, stripeSubscriptionId: string, limit: number) {
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
  const isPaid = and(ofSubscription, gt(stripeInvoices.amountPaid, 0));
  const [first, renewal, late] = await Promise.all([
    on
      .select(columns)
      .from(stripeInvoices)
      .where(isPaid)
      // The invoice of a change in the same second as the purchase has the same time.
      .orderBy(
        asc(stripeInvoices.created),
        sql`${stripeInvoices.data} ->> 'billing_reason' = 'subscription_create' desc`,
        asc(stripeInvoices.id),
      )
      .limit(1),
    on
      .select(columns)
      .from(stripeInvoices)
      .where(and(isPaid, sql`${stripeInvoices.data} ->> 'billing_reason' = 'subscription_cycle'`))
      .orderBy(desc(stripeInvoices.created), desc(stripeInvoices.id))
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
  return [...new Map([...first, ...renewal, ...late].map((invoice) => [invoice.id, invoice])).values()];
}

/** The fields of a stored preview that every version of the portal has stored. */
const nextCharge = z.object({
  amountDue: z.int(),
  discounts: z.array(z.object({ id: z.string(), amount: z.int() })).default([]),
});

/** The next charge from the stored preview; null without one. Amounts are cents. */
export async function findNextCharge(on: Queryable, stripeSubscriptionId: string) {
  const [stored] = await on
    .select({ preview: stripeUpcomingInvoices.preview, askedAt: stripeUpcomingInvoices.askedAt })
    .from(stripeUpcomingInvoices)
    .where(eq(stripeUpcomingInvoices.stripeSubscriptionId, stripeSubscriptionId));
  const parsed = nextCharge.safeParse(stored?.preview);
  return stored && parsed.success ? { ...parsed.data, askedAt: stored.askedAt } : null;
}

/**
 * The unpaid invoices of subscriptions in the mirror: open ones, and drafts that Stripe will finalize (CRED-1).
 * @returns their ids at Stripe
 */
export async function listUnpaidInvoices(
  on: Queryable,
  stripeSubscriptionIds: readonly string[],
): Promise<readonly string[]> {
  if (stripeSubscriptionIds.length === 0) return [];
  const found = await on
    .select({ id: stripeInvoices.id })
    .from(stripeInvoices)
    .where(
      and(
        inArray(stripeInvoices.subscriptionId, [...stripeSubscriptionIds]),
        eq(stripeInvoices.deleted, false),
        gt(stripeInvoices.total, 0),
        // Stripe never charges a draft that it does not finalize, such as one of an ended subscription.
        or(
          eq(stripeInvoices.status, 'open'),
          and(eq(stripeInvoices.status, 'draft'), sql`${stripeInvoices.data} ->> 'auto_advance' = 'true'`),
        ),
      ),
    );
  return found.map(({ id }) => id);
}
