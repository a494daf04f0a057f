import { count, desc } from 'drizzle-orm';
import type { Queryable } from '../../db/database.ts';
import { licenseChecks } from '../../db/schema/licenses.gen.ts';

export type CheckRow = typeof licenseChecks.$inferSelect;

/** A page of the comparisons, the latest first. */
export async function listChecks(
  on: Queryable,
  { page, pageSize }: { readonly page: number; readonly pageSize: number },
): Promise<{ items: CheckRow[]; total: number }> {
  const items = on
    .select()
    .from(licenseChecks)
    .orderBy(desc(licenseChecks.beganAt), desc(licenseChecks.id))
    .limit(pageSize)
    .offset((page - 1) * pageSize);
  const [rows, [counted]] = await Promise.all([items, on.select({ total: count() }).from(licenseChecks)]);
  return { items: rows, total: counted?.total ?? 0 };
}
