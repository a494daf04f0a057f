import { and, asc, count, desc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Database, Queryable } from '../../core/db/database.ts';
import { stripeInvoiceItems, stripeInvoices } from '../../core/db/schema/invoices.gen.ts';
import { pendingItemsCondition } from '../../core/stripe/index.ts';

/** The items that a customer's next invoice will contain. */
export interface PendingItems {
  readonly items: number;
  /** The sum of the items in cents. */
  readonly amount: number;
  /** A hash of the terms that determine their discounts and taxes. Equal hashes charge the same. */
  readonly terms: string;
}

/** Amount, discounts and tax rates of an item, as text. */
const itemTerms = sql`concat_ws(' ', ${stripeInvoiceItems.amount}, ${stripeInvoiceItems.data} ->> 'discountable',
  ${stripeInvoiceItems.data} ->> 'discounts', jsonb_path_query_array(${stripeInvoiceItems.data}, '$.tax_rates[*].id'))`;

export async function sumPendingItems(database: Database, on: Queryable, customerId: string): Promise<PendingItems> {
  const [found] = await on
    .select({
      items: count(),
      amount: sql`coalesce(sum(${stripeInvoiceItems.amount}), 0)`.mapWith(Number),
      terms: sql<string>`md5(coalesce(string_agg(${itemTerms}, ',' order by ${itemTerms}), ''))`,
    })
    .from(stripeInvoiceItems)
    .where(pendingItemsCondition(database, customerId));
  return found ?? { items: 0, amount: 0, terms: '' };
}

interface Page {
  readonly page: number;
  readonly pageSize: number;
}

export type PendingRow = Awaited<ReturnType<typeof listPendingInvoices>>['items'][number];

function isPendingOf(customerId: string): SQL | undefined {
  return and(
    eq(stripeInvoices.customerId, customerId),
    inArray(stripeInvoices.status, ['draft', 'open']),
    eq(stripeInvoices.deleted, false),
  );
}

/** Drafts and open invoices. */
export async function listPendingInvoices(
  on: Queryable,
  customerId: string,
  { page, pageSize, order }: Page & { readonly order: 'asc' | 'desc' },
) {
  const direction = order === 'asc' ? asc : desc;
  const where = isPendingOf(customerId);
  const [items, [counted]] = await Promise.all([
    on
      .select({
        id: stripeInvoices.id,
        number: stripeInvoices.number,
        description: stripeInvoices.description,
        amountDue: stripeInvoices.amountDue,
        amountPaid: stripeInvoices.amountPaid,
        amountRemaining: stripeInvoices.amountRemaining,
        currency: stripeInvoices.currency,
        status: sql<'draft' | 'open'>`${stripeInvoices.status}`,
        created: stripeInvoices.created,
        dueDate: stripeInvoices.dueDate,
        hostedInvoiceUrl: stripeInvoices.hostedInvoiceUrl,
      })
      .from(stripeInvoices)
      .where(where)
      .orderBy(direction(stripeInvoices.created), direction(stripeInvoices.id))
      .limit(pageSize)
      .offset((page - 1) * pageSize),
    on.select({ total: count() }).from(stripeInvoices).where(where),
  ]);
  return { items, total: counted?.total ?? 0 };
}

/** The newest pending items. Each has the `sum` of all pending items, in cents. */
export function listPendingItems(database: Database, customerId: string, limit: number) {
  return database.query
    .select({
      id: stripeInvoiceItems.id,
      description: stripeInvoiceItems.description,
      stripePriceId: sql<string | null>`${stripeInvoiceItems.data} #>> '{pricing,price_details,price}'`,
      isProration: sql<boolean>`coalesce((${stripeInvoiceItems.data} ->> 'proration')::boolean, false)`,
      amount: stripeInvoiceItems.amount,
      currency: stripeInvoiceItems.currency,
      created: stripeInvoiceItems.created,
      sum: sql`sum(${stripeInvoiceItems.amount}) over ()`.mapWith(Number),
    })
    .from(stripeInvoiceItems)
    .where(pendingItemsCondition(database, customerId))
    .orderBy(desc(stripeInvoiceItems.created), desc(stripeInvoiceItems.id))
    .limit(limit);
}
