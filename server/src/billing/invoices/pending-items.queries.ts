import { count, sql } from 'drizzle-orm';
import type { Database, Queryable } from '../../core/db/database.ts';
import { stripeInvoiceItems } from '../../core/db/schema/invoices.gen.ts';
import { pendingItemsCondition } from '../../core/stripe/index.ts';

/** The items of a customer that its next invoice will contain. */
export interface PendingItems {
  readonly items: number;
  /** Their sum in cents. */
  readonly amount: number;
  /** The text of what decides their discounts and taxes. Equal texts charge equally. */
  readonly terms: string;
}

/** Amount, discounts and tax rates of an item, as text. */
const termsOfItem = sql`concat_ws(' ', ${stripeInvoiceItems.amount}, ${stripeInvoiceItems.data} ->> 'discountable',
  ${stripeInvoiceItems.data} ->> 'discounts', jsonb_path_query_array(${stripeInvoiceItems.data}, '$.tax_rates[*].id'))`;

export async function sumPendingItems(database: Database, on: Queryable, customerId: string): Promise<PendingItems> {
  const [found] = await on
    .select({
      items: count(),
      amount: sql`coalesce(sum(${stripeInvoiceItems.amount}), 0)`.mapWith(Number),
      terms: sql<string>`md5(coalesce(string_agg(${termsOfItem}, ',' order by ${termsOfItem}), ''))`,
    })
    .from(stripeInvoiceItems)
    .where(pendingItemsCondition(database, customerId));
  return found ?? { items: 0, amount: 0, terms: '' };
}
