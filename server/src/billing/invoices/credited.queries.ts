import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import type { Queryable } from '../../core/db/database.ts';
import { stripeInvoiceLines, stripeInvoicePayments, stripeInvoices } from '../../core/db/schema/invoices.gen.ts';
import { type LineAmounts, readCredited, readLineAmounts } from '../../core/stripe/index.ts';

/** An invoice that a change credits. Amounts are cents. */
export interface CreditedInvoice {
  readonly status: 'draft' | 'open' | 'paid' | 'uncollectible' | 'void';
  /** Whether Stripe will finalize it, if it is a draft. */
  readonly willBeFinalized: boolean;
  readonly total: number;
  /** Its lines, by line id. */
  readonly lines: ReadonlyMap<string, LineAmounts>;
  /** What it credits of other invoices; positive. */
  readonly credits: readonly { readonly invoiceId: string; readonly amount: number }[];
  /** The sum of its credit notes. */
  readonly creditNotes: number;
  /** The payments that paid it. */
  readonly paymentIntentIds: readonly string[];
}

const creditNotes = sql<number>`(coalesce((${stripeInvoices.data} ->> 'pre_payment_credit_notes_amount')::bigint, 0)
  + coalesce((${stripeInvoices.data} ->> 'post_payment_credit_notes_amount')::bigint, 0))`.mapWith(Number);

/** The largest number of a subscription's invoices that are followed. */
const maxInvoices = 100;

/** The latest invoices of a customer's subscription in the mirror, by their ids at Stripe. Changes credit only these. */
export async function findCreditedInvoices(
  on: Queryable,
  customerId: string,
  stripeSubscriptionId: string,
): Promise<ReadonlyMap<string, CreditedInvoice>> {
  const invoices = await findLatestInvoices(on, customerId, stripeSubscriptionId);
  if (invoices.length === 0) return new Map();
  const ids = invoices.map(({ id }) => id);
  const [lines, payments] = await Promise.all([
    on
      .select({ id: stripeInvoiceLines.id, invoiceId: stripeInvoiceLines.invoiceId, data: stripeInvoiceLines.data })
      .from(stripeInvoiceLines)
      .where(
        and(
          inArray(stripeInvoiceLines.invoiceId, ids),
          eq(stripeInvoiceLines.customerId, customerId),
          eq(stripeInvoiceLines.deleted, false),
        ),
      ),
    on
      .select({ invoiceId: stripeInvoicePayments.invoiceId, paymentIntentId: stripeInvoicePayments.paymentIntentId })
      .from(stripeInvoicePayments)
      .where(and(inArray(stripeInvoicePayments.invoiceId, ids), eq(stripeInvoicePayments.deleted, false))),
  ]);
  return new Map(
    invoices.map(({ id, ...invoice }) => [
      id,
      {
        ...invoice,
        lines: new Map(
          lines.filter(({ invoiceId }) => invoiceId === id).map((line) => [line.id, readLineAmounts(line.data)]),
        ),
        credits: lines.flatMap(({ invoiceId, data }) => {
          const credited = invoiceId === id ? readCredited(data) : undefined;
          const { total } = readLineAmounts(data);
          return credited && total < 0 ? [{ invoiceId: credited.invoiceId, amount: -total }] : [];
        }),
        paymentIntentIds: payments.flatMap((payment) =>
          payment.invoiceId === id && payment.paymentIntentId ? [payment.paymentIntentId] : [],
        ),
      },
    ]),
  );
}

/** The latest invoices of a customer's subscription, without their lines and payments. */
function findLatestInvoices(on: Queryable, customerId: string, stripeSubscriptionId: string) {
  return on
    .select({
      id: stripeInvoices.id,
      status: stripeInvoices.status,
      total: stripeInvoices.total,
      willBeFinalized: sql<boolean>`coalesce(${stripeInvoices.data} ->> 'auto_advance' = 'true', false)`,
      creditNotes,
    })
    .from(stripeInvoices)
    .where(
      and(
        eq(stripeInvoices.subscriptionId, stripeSubscriptionId),
        eq(stripeInvoices.customerId, customerId),
        eq(stripeInvoices.deleted, false),
      ),
    )
    .orderBy(desc(stripeInvoices.created), desc(stripeInvoices.id))
    .limit(maxInvoices);
}
