import { count, desc, eq, sql } from 'drizzle-orm';
import type { Queryable } from '../../core/db/database.ts';
import { licenseChecks } from '../../core/db/schema/licenses.gen.ts';

export interface LicenseCheckResult {
  readonly checked: number;
  readonly different: number;
  readonly differences: readonly LicenseCheckDifference[];
}

export interface LicenseCheckDifference {
  readonly accountId: number;
  readonly licenseNumber: string | null;
  readonly orderNumber: string | null;
  /** Names of columns, or what is missing. */
  readonly what: readonly string[];
}

/** Records that a comparison began. @returns its id */
export async function beginCheck(on: Queryable, repaired: boolean): Promise<number> {
  const [begun] = await on.insert(licenseChecks).values({ repaired }).returning({ id: licenseChecks.id });
  return (begun as { id: number }).id;
}

export async function endCheck(on: Queryable, id: number, result: LicenseCheckResult): Promise<void> {
  await on
    .update(licenseChecks)
    .set({ ...result, endedAt: sql`now()` })
    .where(eq(licenseChecks.id, id));
}

export type CheckRow = typeof licenseChecks.$inferSelect;

/** A page of the comparisons, the latest first (LCN-9). */
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
