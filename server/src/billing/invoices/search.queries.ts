import { and, eq, sql } from 'drizzle-orm';
import type { Queryable } from '../../core/db/database.ts';
import { stripeInvoices } from '../../core/db/schema/invoices.gen.ts';
import { textPatterns } from '../../core/db/text-patterns.ts';

/** Some invoices of all customers whose numbers begin with a text, in any case. */
export async function searchInvoices(on: Queryable, text: string, limit: number) {
  const found = await on
    .select({ id: stripeInvoices.id, customerId: stripeInvoices.customerId, number: stripeInvoices.number })
    .from(stripeInvoices)
    .where(
      and(sql`lower(${stripeInvoices.number}) like ${textPatterns(text).begins}`, eq(stripeInvoices.deleted, false)),
    )
    .limit(limit);
  return found.map((invoice) => ({ ...invoice, number: invoice.number ?? '' }));
}
