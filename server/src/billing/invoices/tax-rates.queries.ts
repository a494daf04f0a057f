import { inArray } from 'drizzle-orm';
import type { Queryable } from '../../core/db/database.ts';
import { stripeTaxRates } from '../../core/db/schema/invoices.gen.ts';
import type { TaxRate } from '../../core/stripe/index.ts';

/** The stored rates, by their ids at Stripe. */
export async function findTaxRates(on: Queryable, ids: readonly string[]): Promise<ReadonlyMap<string, TaxRate>> {
  if (ids.length === 0) return new Map();
  const rows = await on
    .select()
    .from(stripeTaxRates)
    .where(inArray(stripeTaxRates.id, [...ids]));
  return new Map(rows.map(({ id, name, percentage }) => [id, { name, percentage }]));
}

export async function insertTaxRate(on: Queryable, id: string, { name, percentage }: TaxRate): Promise<void> {
  await on.insert(stripeTaxRates).values({ id, name, percentage }).onConflictDoNothing();
}
