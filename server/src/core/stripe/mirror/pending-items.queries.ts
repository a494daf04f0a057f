import { and, eq, isNull, notExists, type SQL } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { stripeInvoiceItems, stripeInvoiceLines } from '../../db/schema/invoices.gen.ts';

/** The condition for a customer's invoice items that are on no invoice yet. */
export function pendingItemsCondition({ query }: Pick<Database, 'query'>, customerId: string | SQL): SQL | undefined {
  return and(
    eq(stripeInvoiceItems.customerId, customerId),
    isNull(stripeInvoiceItems.invoiceId),
    eq(stripeInvoiceItems.deleted, false),
    notExists(
      query
        .select({ id: stripeInvoiceLines.id })
        .from(stripeInvoiceLines)
        .where(eq(stripeInvoiceLines.invoiceItemId, stripeInvoiceItems.id)),
    ),
  );
}
