import { and, eq, type SQL } from 'drizzle-orm';
import type { Database, Queryable } from '../../db/database.ts';
import { type ListWithTotal, listedColumns, listWithKeptTotal } from '../../db/kept-total.ts';
import { stripeBalanceTransactions, stripeCharges, stripePaymentIntents } from '../../db/schema/payments.gen.ts';

/** What each order sorts by, as the indexes have it. Statements contain these words only. */
const sortedBy = {
  created: (of) => `${of}created`,
  amount: (of) => `${of}amount`,
  status: (of) => `${of}status`,
  description: (of) => `left(${of}description, 500)`,
} as const satisfies Record<string, (of: string) => string>;

const columns = {
  id: stripePaymentIntents.id,
  amount: stripePaymentIntents.amount,
  currency: stripePaymentIntents.currency,
  status: stripePaymentIntents.status,
  description: stripePaymentIntents.description,
  created: stripePaymentIntents.created,
};

export interface PaymentListOptions {
  readonly page: number;
  readonly pageSize: number;
  readonly order: 'asc' | 'desc';
  readonly sortField: keyof typeof sortedBy;
}

export type PaymentObjects = NonNullable<Awaited<ReturnType<typeof findPayment>>>;

function paymentsOf(customerId: string): SQL | undefined {
  return and(eq(stripePaymentIntents.customerId, customerId), eq(stripePaymentIntents.deleted, false));
}

export interface ListedPayment {
  readonly id: string;
  /** Cents. */
  readonly amount: number;
  readonly currency: string;
  readonly status: string;
  readonly description: string | null;
  readonly statementDescriptor: string | null;
  readonly created: Date;
}

/** Sums of all of a customer's payments, in cents, as PostgreSQL writes them. */
interface PaymentTotals {
  readonly succeeded: number;
  readonly spent: string;
  readonly since: Date | null;
}

/** A page of a customer's payments with their totals, by one statement. Triggers keep the sums, so that they are fast for any number of payments. */
export async function listPayments(database: Pick<Database, 'pool'>, customerId: string, options: PaymentListOptions) {
  const { items, total, ofAll } = await listWithKeptTotal<ListedPayment, PaymentTotals>(
    database,
    paymentsBy(options),
    customerId,
    options,
  );
  return {
    items,
    total,
    since: ofAll?.since ?? null,
    spent: Number(ofAll?.spent ?? 0),
    succeeded: ofAll?.succeeded ?? 0,
  };
}

function paymentsBy({ sortField, order }: PaymentListOptions): ListWithTotal {
  return {
    name: `list-payments-${sortField}-${order}`,
    from: 'stripe_payment_intents',
    columns: `${listedColumns(columns)},
  coalesce((select data ->> 'calculated_statement_descriptor' from stripe_charges where id = listed.latest_charge_id),
           listed.data ->> 'statement_descriptor') as "statementDescriptor"`,
    owner: 'customer_id',
    where: 'not deleted',
    orderBy: (of) => `${sortedBy[sortField](of)} ${order}, ${of}id ${order}`,
    totals: { table: 'stripe_payment_totals', column: 'payments' },
    ofAll: `kept.succeeded, kept.received - kept.refunded as spent,
  case when kept.succeeded > 0 then
    (select created from stripe_payment_intents where customer_id = $1 and not deleted and status = 'succeeded' order by created, id limit 1) end as since`,
  };
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
