import { and, eq, inArray } from 'drizzle-orm';
import type { Queryable } from '../../db/database.ts';
import { stripeInvoiceLines } from '../../db/schema/index.ts';
import { type LineAmounts, readLineAmounts } from '../../stripe/index.ts';

/** What lines of a customer's invoices charged, by their ids at Stripe, as far as the mirror has them. */
export async function findCharged(
  on: Queryable,
  customerId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, LineAmounts>> {
  if (ids.length === 0) return new Map();
  const rows = await on
    .select({ id: stripeInvoiceLines.id, data: stripeInvoiceLines.data })
    .from(stripeInvoiceLines)
    .where(
      and(
        inArray(stripeInvoiceLines.id, [...ids]),
        eq(stripeInvoiceLines.customerId, customerId),
        eq(stripeInvoiceLines.deleted, false),
      ),
    );
  return new Map(rows.map(({ id, data }) => [id, readLineAmounts(data)]));
}
