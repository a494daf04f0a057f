import { and, asc, count, eq, gt, inArray, sql } from 'drizzle-orm';
import type { Queryable } from '../../core/db/database.ts';
import { stripeInvoices } from '../../core/db/schema/invoices.gen.ts';

/** The remaining cents of open invoices in one currency. */
interface UnpaidBalance {
  readonly currency: string;
  readonly amount: number;
  readonly invoices: number;
}

const isOpen = and(
  eq(stripeInvoices.status, 'open'),
  eq(stripeInvoices.deleted, false),
  gt(stripeInvoices.amountRemaining, 0),
);

/** The customers' unpaid balances, by customer and currency. */
export async function sumUnpaidBalances(
  on: Queryable,
  customerIds: readonly string[],
): Promise<ReadonlyMap<string, readonly UnpaidBalance[]>> {
  if (customerIds.length === 0) return new Map();
  const found = await on
    .select({
      customerId: stripeInvoices.customerId,
      currency: stripeInvoices.currency,
      amount: sql<number>`sum(${stripeInvoices.amountRemaining})`.mapWith(Number),
      invoices: count(),
    })
    .from(stripeInvoices)
    .where(and(inArray(stripeInvoices.customerId, [...customerIds]), isOpen))
    .groupBy(stripeInvoices.customerId, stripeInvoices.currency)
    .orderBy(stripeInvoices.currency);
  return Map.groupBy(found, ({ customerId }) => customerId);
}

/** The oldest open invoices of a customer, with the number of all of them. */
export async function listUnpaidOfCustomer(on: Queryable, customerId: string, limit: number) {
  const where = and(eq(stripeInvoices.customerId, customerId), isOpen);
  const [items, total] = await Promise.all([
    on
      .select({
        id: stripeInvoices.id,
        number: stripeInvoices.number,
        amount: stripeInvoices.amountRemaining,
        currency: stripeInvoices.currency,
        created: stripeInvoices.created,
        dueDate: stripeInvoices.dueDate,
        hostedInvoiceUrl: stripeInvoices.hostedInvoiceUrl,
      })
      .from(stripeInvoices)
      .where(where)
      .orderBy(asc(stripeInvoices.created), asc(stripeInvoices.id))
      .limit(limit),
    countUnpaidOfCustomer(on, customerId),
  ]);
  return { items, total };
}

export function countUnpaidOfCustomer(on: Queryable, customerId: string): Promise<number> {
  return on.$count(stripeInvoices, and(eq(stripeInvoices.customerId, customerId), isOpen));
}

/** Whether a customer has paid for an invoice. */
export async function hasPaid(on: Queryable, customerId: string): Promise<boolean> {
  const found = await on
    .select({ id: stripeInvoices.id })
    .from(stripeInvoices)
    .where(
      and(
        eq(stripeInvoices.customerId, customerId),
        eq(stripeInvoices.deleted, false),
        eq(stripeInvoices.status, 'paid'),
        gt(stripeInvoices.amountPaid, 0),
      ),
    )
    .limit(1);
  return found.length > 0;
}
