import { and, eq, gt, inArray, sql } from 'drizzle-orm';
import type { Queryable } from '../../db/database.ts';
import { stripeInvoiceLines, stripeInvoicePayments, stripeInvoices } from '../../db/schema/invoices.gen.ts';
import { stripeCharges } from '../../db/schema/payments.gen.ts';
import { type LineAmounts, readLineAmounts } from '../../stripe/index.ts';

/** An invoice that charged for time, as far as money is concerned; cents. */
export interface ChargingInvoice {
  readonly status: 'draft' | 'open' | 'paid' | 'uncollectible' | 'void';
  /** What its lines charged, by their ids. */
  readonly lines: ReadonlyMap<string, LineAmounts>;
  /** What was refunded, credited by notes, or taken back by a bank since. */
  readonly returned: number;
}

/** The invoices among `ids` that are a customer's, by their ids at Stripe, as far as the mirror has them. */
export async function findCharging(
  on: Queryable,
  customerId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ChargingInvoice>> {
  if (ids.length === 0) return new Map();
  const [invoices, lines, refunded] = await Promise.all([
    on
      .select({ id: stripeInvoices.id, status: stripeInvoices.status, noted: creditedByNotes })
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
    findRefunded(on, ids),
  ]);
  const linesOf = (id: string) => lines.filter(({ invoiceId }) => invoiceId === id);
  return new Map(
    invoices.map(({ id, status, noted }) => [
      id,
      {
        status,
        lines: new Map(linesOf(id).map((line) => [line.id, readLineAmounts(line.data)])),
        // A credit note may be what a refund was made for: the larger of both is what went back for certain.
        returned: Math.max(noted, refunded.get(id) ?? 0),
      },
    ]),
  );
}

const creditedByNotes = sql<number>`(coalesce((${stripeInvoices.data} ->> 'pre_payment_credit_notes_amount')::bigint, 0)
  + coalesce((${stripeInvoices.data} ->> 'post_payment_credit_notes_amount')::bigint, 0))`.mapWith(Number);

/** Cents that went back to cards, by the ids of the invoices that they had paid. A disputed charge went back whole. */
async function findRefunded(on: Queryable, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const rows = await on
    .select({
      id: stripeInvoicePayments.invoiceId,
      refunded: sql<number>`sum(case when ${stripeCharges.data} ->> 'disputed' = 'true' then ${stripeCharges.amount}
        else ${stripeCharges.amountRefunded} end)`.mapWith(Number),
    })
    .from(stripeInvoicePayments)
    .innerJoin(
      stripeCharges,
      and(eq(stripeCharges.paymentIntentId, stripeInvoicePayments.paymentIntentId), eq(stripeCharges.deleted, false)),
    )
    .where(and(inArray(stripeInvoicePayments.invoiceId, [...ids]), eq(stripeInvoicePayments.deleted, false)))
    .groupBy(stripeInvoicePayments.invoiceId);
  return new Map(rows.map(({ id, refunded }) => [id, refunded]));
}
