import { and, asc, desc, eq, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Queryable } from '../../db/database.ts';
import {
  stripeBalanceTransactions,
  stripeCharges,
  stripePaymentIntents,
  stripePaymentTotals,
} from '../../db/schema/payments.gen.ts';

const sortColumns = {
  created: stripePaymentIntents.created,
  amount: stripePaymentIntents.amount,
  status: stripePaymentIntents.status,
  // The order of the index.
  description: sql`left(${stripePaymentIntents.description}, 500)`,
} satisfies Record<string, AnyPgColumn | SQL>;

export interface PaymentListOptions {
  readonly page: number;
  readonly pageSize: number;
  readonly order: 'asc' | 'desc';
  readonly sortField: keyof typeof sortColumns;
}

export type ListedPayment = Awaited<ReturnType<typeof listPayments>>['items'][number];
export type PaymentObjects = NonNullable<Awaited<ReturnType<typeof findPayment>>>;

function paymentsOf(customerId: string): SQL | undefined {
  return and(eq(stripePaymentIntents.customerId, customerId), eq(stripePaymentIntents.deleted, false));
}

/** A page of a customer's payments with their totals. Triggers keep the sums, so that they are fast for any number of payments. */
export async function listPayments(
  on: Queryable,
  customerId: string,
  { page, pageSize, order, sortField }: PaymentListOptions,
) {
  const direction = order === 'asc' ? asc : desc;
  const [items, [totals], [first]] = await Promise.all([
    on
      .select({
        id: stripePaymentIntents.id,
        amount: stripePaymentIntents.amount,
        currency: stripePaymentIntents.currency,
        status: stripePaymentIntents.status,
        description: stripePaymentIntents.description,
        created: stripePaymentIntents.created,
        statementDescriptor: sql<string | null>`coalesce(${stripeCharges.data} ->> 'calculated_statement_descriptor',
          ${stripePaymentIntents.data} ->> 'statement_descriptor')`,
      })
      .from(stripePaymentIntents)
      .leftJoin(stripeCharges, eq(stripeCharges.id, stripePaymentIntents.latestChargeId))
      .where(paymentsOf(customerId))
      .orderBy(direction(sortColumns[sortField]), direction(stripePaymentIntents.id))
      .limit(pageSize)
      .offset((page - 1) * pageSize),
    on.select().from(stripePaymentTotals).where(eq(stripePaymentTotals.customerId, customerId)),
    on
      .select({ created: stripePaymentIntents.created })
      .from(stripePaymentIntents)
      .where(paymentsOf(customerId))
      .orderBy(asc(stripePaymentIntents.created), asc(stripePaymentIntents.id))
      .limit(1),
  ]);
  return { items, totals, since: first?.created ?? null };
}

/** A payment of a customer with its charge, from the mirror. Undefined for another customer's. */
export async function findPayment(on: Queryable, customerId: string, paymentIntentId: string) {
  const [found] = await on
    .select({
      paymentMethodId: stripePaymentIntents.paymentMethodId,
      syncedAt: stripePaymentIntents.syncedAt,
      intent: stripePaymentIntents.data,
      charge: stripeCharges.data,
      balanceTransaction: stripeBalanceTransactions.data,
    })
    .from(stripePaymentIntents)
    .leftJoin(stripeCharges, eq(stripeCharges.id, stripePaymentIntents.latestChargeId))
    .leftJoin(stripeBalanceTransactions, eq(stripeBalanceTransactions.id, stripeCharges.balanceTransactionId))
    .where(and(paymentsOf(customerId), eq(stripePaymentIntents.id, paymentIntentId)));
  return found;
}
