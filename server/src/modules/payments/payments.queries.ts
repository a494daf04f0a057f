import { and, asc, desc, eq, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Database } from '../../db/database.ts';
import {
  accounts,
  stripeBalanceTransactions,
  stripeCharges,
  stripeCustomers,
  stripeInvoicePayments,
  stripePaymentIntents,
  stripePaymentMethods,
  stripePaymentTotals,
} from '../../db/schema/index.ts';

const sortColumns = {
  created: stripePaymentIntents.created,
  amount: stripePaymentIntents.amount,
  status: stripePaymentIntents.status,
  // As the index has it.
  description: sql`left(${stripePaymentIntents.description}, 500)`,
} satisfies Record<string, AnyPgColumn | SQL>;

export interface PaymentListOptions {
  readonly page: number;
  readonly pageSize: number;
  readonly order: 'asc' | 'desc';
  readonly sortField: keyof typeof sortColumns;
}

export type PaymentRowOfMirror = Awaited<ReturnType<PaymentQueries['list']>>['items'][number];

export function createPaymentQueries({ query }: Database) {
  /** Found first, so that the rest is ranges of an index. */
  const customerOf = (accountId: number) =>
    sql`(select ${accounts.stripeCustomerId} from ${accounts} where ${accounts.id} = ${accountId})`;
  const ofAccount = (accountId: number) =>
    and(eq(stripePaymentIntents.customerId, customerOf(accountId)), eq(stripePaymentIntents.deleted, false));

  return {
    /** A page of an account's payments, and what they came to; sums are kept by triggers, so no length of list makes them slow. */
    async list(accountId: number, { page, pageSize, order, sortField }: PaymentListOptions) {
      const direction = order === 'asc' ? asc : desc;
      const [items, [totals], [first]] = await Promise.all([
        query
          .select({
            id: stripePaymentIntents.id,
            amount: stripePaymentIntents.amount,
            currency: stripePaymentIntents.currency,
            status: stripePaymentIntents.status,
            description: stripePaymentIntents.description,
            created: stripePaymentIntents.created,
            statementDescriptor: sql<
              string | null
            >`coalesce(${stripeCharges.data} ->> 'calculated_statement_descriptor',
              ${stripePaymentIntents.data} ->> 'statement_descriptor')`,
          })
          .from(stripePaymentIntents)
          .leftJoin(stripeCharges, eq(stripeCharges.id, stripePaymentIntents.latestChargeId))
          .where(ofAccount(accountId))
          .orderBy(direction(sortColumns[sortField]), direction(stripePaymentIntents.id))
          .limit(pageSize)
          .offset((page - 1) * pageSize),
        query
          .select()
          .from(stripePaymentTotals)
          .where(eq(stripePaymentTotals.customerId, customerOf(accountId))),
        query
          .select({ created: stripePaymentIntents.created })
          .from(stripePaymentIntents)
          .where(ofAccount(accountId))
          .orderBy(asc(stripePaymentIntents.created), asc(stripePaymentIntents.id))
          .limit(1),
      ]);
      return { items, totals, since: first?.created ?? null };
    },

    /** A payment of the account with all that the mirror has of it. Undefined for another's. */
    async find(accountId: number, paymentIntentId: string) {
      const [found] = await query
        .select({
          customerId: stripePaymentIntents.customerId,
          syncedAt: stripePaymentIntents.syncedAt,
          intent: stripePaymentIntents.data,
          charge: stripeCharges.data,
          balanceTransaction: stripeBalanceTransactions.data,
          paymentMethod: stripePaymentMethods.data,
          customer: stripeCustomers.data,
        })
        .from(stripePaymentIntents)
        .innerJoin(accounts, eq(accounts.stripeCustomerId, stripePaymentIntents.customerId))
        .leftJoin(stripeCharges, eq(stripeCharges.id, stripePaymentIntents.latestChargeId))
        .leftJoin(stripeBalanceTransactions, eq(stripeBalanceTransactions.id, stripeCharges.balanceTransactionId))
        .leftJoin(stripePaymentMethods, eq(stripePaymentMethods.id, stripePaymentIntents.paymentMethodId))
        .leftJoin(stripeCustomers, eq(stripeCustomers.id, stripePaymentIntents.customerId))
        .where(
          and(
            eq(accounts.id, accountId),
            eq(stripePaymentIntents.id, paymentIntentId),
            eq(stripePaymentIntents.deleted, false),
          ),
        );
      return found;
    },

    /** The invoice that a payment pays, where it pays one. */
    async listInvoiceIds(paymentIntentId: string): Promise<string[]> {
      const found = await query
        .select({ id: stripeInvoicePayments.invoiceId })
        .from(stripeInvoicePayments)
        .where(
          and(eq(stripeInvoicePayments.paymentIntentId, paymentIntentId), eq(stripeInvoicePayments.deleted, false)),
        );
      return found.map(({ id }) => id);
    },
  };
}

export type PaymentQueries = ReturnType<typeof createPaymentQueries>;
