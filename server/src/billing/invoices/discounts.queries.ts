import { inArray, sql } from 'drizzle-orm';
import type { Queryable } from '../../core/db/database.ts';
import { stripeDiscounts } from '../../core/db/schema/invoices.gen.ts';
import type { InvoiceDiscount } from '../../core/stripe/index.ts';

/** The stored discounts, by their ids at Stripe. */
export async function findDiscounts(
  on: Queryable,
  ids: readonly string[],
): Promise<ReadonlyMap<string, InvoiceDiscount>> {
  if (ids.length === 0) return new Map();
  const rows = await on
    .select()
    .from(stripeDiscounts)
    .where(inArray(stripeDiscounts.id, [...ids]));
  return new Map(rows.map(({ readAt: _, ...discount }) => [discount.id, discount]));
}

export async function insertDiscounts(on: Queryable, discounts: readonly InvoiceDiscount[]): Promise<void> {
  if (discounts.length > 0)
    await on
      .insert(stripeDiscounts)
      .values([...discounts])
      .onConflictDoNothing();
}

/** A discount that is not stored, and an invoice that has it. */
export interface MissingDiscount {
  readonly id: string;
  readonly invoiceId: string;
}

/** Discounts of mirrored invoices that are not stored, each with its newest invoice. @param since excludes older invoices */
export async function listMissingDiscounts(on: Queryable, since: Date, limit: number): Promise<MissingDiscount[]> {
  const { rows } = await on.execute<{ id: string; invoiceId: string }>(sql`
    select distinct on (amount ->> 'discount') amount ->> 'discount' as id, invoice.id as "invoiceId"
    from stripe_invoices invoice, jsonb_array_elements(invoice.data -> 'total_discount_amounts') as amount
    where not invoice.deleted and invoice.data -> 'total_discount_amounts' @> '[{}]'::jsonb and invoice.created >= ${since.toISOString()}
      and not exists (select from stripe_discounts known where known.id = amount ->> 'discount')
    order by amount ->> 'discount', invoice.created desc limit ${limit}`);
  return rows;
}
