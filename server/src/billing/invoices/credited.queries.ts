import { and, eq, gt, inArray, sql } from 'drizzle-orm';
import type { Queryable } from '../../core/db/database.ts';
import { stripeInvoiceLines, stripeInvoicePayments, stripeInvoices } from '../../core/db/schema/invoices.gen.ts';
import { type LineAmounts, readLineAmounts } from '../../core/stripe/index.ts';

/** An invoice that a change credits. Amounts are cents. */
export interface CreditedInvoice {
  readonly status: 'draft' | 'open' | 'paid' | 'uncollectible' | 'void';
  /** The charges of its lines, by line id. */
  readonly lines: ReadonlyMap<string, LineAmounts>;
  /** The sum of its credit notes. */
  readonly creditNotes: number;
  /** The payments that paid it. */
  readonly paymentIntentIds: readonly string[];
}

const creditNotes = sql<number>`(coalesce((${stripeInvoices.data} ->> 'pre_payment_credit_notes_amount')::bigint, 0)
  + coalesce((${stripeInvoices.data} ->> 'post_payment_credit_notes_amount')::bigint, 0))`.mapWith(Number);

/** The invoices among `ids` that belong to a customer in the mirror, by their ids at Stripe. */
export async function findCreditedInvoices(
  on: Queryable,
  customerId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, CreditedInvoice>> {
  if (ids.length === 0) return new Map();
  const [invoices, lines, payments] = await Promise.all([
    on
      .select({ id: stripeInvoices.id, status: stripeInvoices.status, creditNotes })
      .from(stripeInvoices)
      .where(
        and(
          inArray(stripeInvoices.id, [...ids]),
          eq(stripeInvoices.customerId, customerId),
          eq(stripeInvoices.deleted, false),
        ),
      ),
    on
      .select({ id: stripeInvoiceLines.id, invoiceId: stripeInvoiceLines.invoiceId, data: stripeInvoiceLines.data })
      .from(stripeInvoiceLines)
      .where(
        and(
          inArray(stripeInvoiceLines.invoiceId, [...ids]),
          eq(stripeInvoiceLines.customerId, customerId),
          eq(stripeInvoiceLines.deleted, false),
          gt(stripeInvoiceLines.amount, 0),
        ),
      ),
    on
      .select({ invoiceId: stripeInvoicePayments.invoiceId, paymentIntentId: stripeInvoicePayments.paymentIntentId })
      .from(stripeInvoicePayments)
      .where(and(inArray(stripeInvoicePayments.invoiceId, [...ids]), eq(stripeInvoicePayments.deleted, false))),
  ]);
  return new Map(
    invoices.map(({ id, ...invoice }) => [
      id,
      {
        ...invoice,
        lines: new Map(
          lines.filter(({ invoiceId }) => invoiceId === id).map((line) => [line.id, readLineAmounts(line.data)]),
        ),
        paymentIntentIds: payments.flatMap((payment) =>
          payment.invoiceId === id && payment.paymentIntentId ? [payment.paymentIntentId] : [],
        ),
      },
    ]),
  );
}
