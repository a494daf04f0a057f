import { and, eq, type SQL } from 'drizzle-orm';
import type { Database, Queryable } from '../../core/db/database.ts';
import { catalogVersion, type ListWithTotal, listedColumns, listWithKeptTotal } from '../../core/db/kept-total.ts';
import { stripeBalanceTransactions, stripeCharges, stripePaymentIntents } from '../../core/db/schema/payments.gen.ts';
import { type PaymentSubject, paymentSubject } from '../invoices/invoices.queries.ts';

/** The sort expressions, as in the indexes. Only these texts enter a statement. */
const sortExpressions = {
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
  readonly sortField: keyof typeof sortExpressions;
}

export type PaymentObjects = NonNullable<Awaited<ReturnType<typeof findPayment>>>;

function isPaymentOf(customerId: string): SQL | undefined {
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
  /** When the payment was charged (PAY-11). */
  readonly paidAt: Date | null;
  /** Null without an invoice. */
  readonly subject: PaymentSubject | null;
}

/** Sums of all payments of a customer, in cents. */
interface PaymentTotals {
  readonly succeeded: number;
  readonly spent: string;
  readonly since: Date | null;
  readonly catalogVersion: number;
}

/**
 * A page of a customer's payments with their totals and the catalog's version, in one statement. Triggers maintain the sums, so they are fast for
 * any number of payments. The version is undefined if there never was a payment.
 */
export async function listPayments(database: Pick<Database, 'pool'>, customerId: string, options: PaymentListOptions) {
  const { items, total, ofAll } = await listWithKeptTotal<ListedPayment, PaymentTotals>(
    database,
    paymentList(options),
    customerId,
    options,
  );
  return {
    items,
    total,
    since: ofAll?.since ?? null,
    spent: Number(ofAll?.spent ?? 0),
    succeeded: ofAll?.succeeded ?? 0,
    catalogVersion: ofAll?.catalogVersion,
  };
}

function paymentList({ sortField, order }: PaymentListOptions): ListWithTotal {
  return {
    name: `list-payments-${sortField}-${order}`,
    from: 'stripe_payment_intents',
    columns: `${listedColumns(columns)},
  coalesce((select data ->> 'calculated_statement_descriptor' from stripe_charges where id = listed.latest_charge_id),
           listed.data ->> 'statement_descriptor') as "statementDescriptor",
  case when listed.status = 'succeeded' then (select created from stripe_charges where id = listed.latest_charge_id) end as "paidAt",
  (select ${paymentSubject('invoice')} from stripe_invoice_payments paying join stripe_invoices invoice on invoice.id = paying.invoice_id
   where paying.payment_intent_id = listed.id and not paying.deleted order by paying.created, paying.id limit 1) as subject`,
    owner: 'customer_id',
    where: 'not deleted',
    orderBy: (of) => `${sortExpressions[sortField](of)} ${order}, ${of}id ${order}`,
    totals: { table: 'stripe_payment_totals', column: 'payments' },
    ofAll: `${catalogVersion}, kept.succeeded, kept.received - kept.refunded as spent,
  case when kept.succeeded > 0 then
    (select created from stripe_payment_intents where customer_id = $1 and not deleted and status = 'succeeded' order by created, id limit 1) end as since`,
  };
}

/** A payment of a customer with its charge, from the mirror; undefined for another customer's payment. */
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
    .where(and(isPaymentOf(customerId), eq(stripePaymentIntents.id, paymentIntentId)));
  return found;
}
