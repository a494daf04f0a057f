import { and, desc, eq, lt, or, sql } from 'drizzle-orm';
import type { Queryable } from '../../core/db/database.ts';
import { stripeInvoices } from '../../core/db/schema/invoices.gen.ts';

export type LateInvoice = Awaited<ReturnType<typeof listLateInvoices>>[number];

const tries = sql<number>`(${stripeInvoices.data} ->> 'attempt_count')::int`;
const nextAttempt = sql<string | null>`to_timestamp((${stripeInvoices.data} ->> 'next_payment_attempt')::bigint)`;

const columns = {
  id: stripeInvoices.id,
  customerId: stripeInvoices.customerId,
  stripeSubscriptionId: stripeInvoices.subscriptionId,
  number: stripeInvoices.number,
  /** Remaining cents. */
  amount: stripeInvoices.amountRemaining,
  currency: stripeInvoices.currency,
  created: stripeInvoices.created,
  /** Null for an invoice that is charged to a card. */
  dueDate: stripeInvoices.dueDate,
  /** Stripe's automatic tries. */
  tries: tries.mapWith(Number),
  nextAttempt: sql<Date | null>`${nextAttempt}`.mapWith(stripeInvoices.created),
};

/**
 * The condition of the index of late invoices, without the invoice of a change that waits for authentication. That
 * invoice is tried once, and the change takes effect only after it is paid (LATE-1).
 */
const isLate = and(
  sql`not ${stripeInvoices.deleted} and ${stripeInvoices.status} = 'open' and ${stripeInvoices.amountRemaining} > 0`,
  sql`(${stripeInvoices.data} ->> 'attempt_count')::int > 0 and coalesce(${stripeInvoices.data} ->> 'billing_reason', '') <> 'subscription_create'`,
  sql`not (coalesce(${stripeInvoices.data} ->> 'billing_reason', '') = 'subscription_update'
    and ${stripeInvoices.data} ->> 'next_payment_attempt' is null and ${tries} = 1)`,
);

/** Late invoices, and open invoices that were sent and are overdue. The first part is the condition of their index, verbatim (LATE-8). */
const isLateOrOverdue = (now: Date) =>
  and(
    sql`not ${stripeInvoices.deleted} and ${stripeInvoices.status} = 'open' and ${stripeInvoices.amountRemaining} > 0
    and (${stripeInvoices.dueDate} is not null
      or ((${stripeInvoices.data} ->> 'attempt_count')::int > 0 and coalesce(${stripeInvoices.data} ->> 'billing_reason', '') <> 'subscription_create'))`,
    or(isLate, lt(stripeInvoices.dueDate, now)),
  );

interface AfterRow {
  readonly limit: number;
  /** The last row of the previous page. */
  readonly after?: { readonly id: string; readonly amount: number } | undefined;
}

/** Open invoices of all customers for which a card failed, or that were sent and are overdue, the largest first. Amounts are cents. */
export async function listLateInvoices(on: Queryable, now: Date, { limit, after }: AfterRow) {
  return on
    .select(columns)
    .from(stripeInvoices)
    .where(
      and(
        isLateOrOverdue(now),
        after &&
          sql`(${stripeInvoices.amountRemaining} < ${after.amount} or (${stripeInvoices.amountRemaining} = ${after.amount} and ${stripeInvoices.id} > ${after.id}))`,
      ),
    )
    .orderBy(desc(stripeInvoices.amountRemaining), stripeInvoices.id)
    .limit(limit);
}

/** @returns undefined if it is paid, void or not due yet */
export async function findLateInvoice(on: Queryable, invoiceId: string, now: Date): Promise<LateInvoice | undefined> {
  const [found] = await on
    .select(columns)
    .from(stripeInvoices)
    .where(and(eq(stripeInvoices.id, invoiceId), isLateOrOverdue(now)));
  return found;
}

interface LatePage {
  readonly limit: number;
  readonly offset: number;
  readonly now: Date;
}

/** Late and overdue invoices of all customers, the largest first. Amounts are cents. */
export async function listLateAndOverdue(on: Queryable, { limit, offset, now }: LatePage) {
  return on
    .select(columns)
    .from(stripeInvoices)
    .where(isLateOrOverdue(now))
    .orderBy(desc(stripeInvoices.amountRemaining), stripeInvoices.id)
    .limit(limit)
    .offset(offset);
}

/** The remaining cents of late and overdue invoices, by currency. */
export async function sumLateAndOverdue(on: Queryable, now: Date) {
  return on
    .select({
      currency: stripeInvoices.currency,
      amount: sql<number>`sum(${stripeInvoices.amountRemaining})`.mapWith(Number),
      invoices: sql<number>`count(*)`.mapWith(Number),
    })
    .from(stripeInvoices)
    .where(isLateOrOverdue(now))
    .groupBy(stripeInvoices.currency)
    .orderBy(desc(sql`sum(${stripeInvoices.amountRemaining})`), stripeInvoices.currency);
}
