import { inArray, sql } from 'drizzle-orm';
import type { Queryable } from '../../core/db/database.ts';
import { licenses } from '../../core/db/schema/licenses.gen.ts';
import type { LicenseFacts } from './licenses.projection.ts';
import type { LicenseRow } from './licenses.queries.ts';

const changing = [
  'orderId',
  'subscriptionId',
  'licenseModel',
  'productId',
  'planId',
  'version',
  'status',
  'trial',
  'startsAt',
  'expiresAt',
  'quantity',
] as const satisfies readonly (keyof LicenseFacts)[];

const excluded = Object.fromEntries(
  changing.map((column) => [column, sql`excluded.${sql.identifier(licenses[column].name)}`]),
);

/** A license to store. A known license keeps its number and serial number. */
export type WrittenLicense = LicenseFacts & Pick<LicenseRow, 'number' | 'serialNumber'>;

/** Inserts or updates licenses, ordered by number. @returns the stored rows */
export async function upsertLicenses(on: Queryable, rows: readonly WrittenLicense[]): Promise<LicenseRow[]> {
  if (rows.length === 0) return [];
  return on
    .insert(licenses)
    .values(rows.toSorted((a, b) => (a.number < b.number ? -1 : 1)))
    .onConflictDoUpdate({ target: licenses.number, set: { ...excluded, updatedAt: sql`now()` } })
    .returning();
}

/** Stores the ends of licenses from their latest orders, in one statement. Licenses of other orders are unchanged. */
export async function extendLicenses(
  on: Queryable,
  ends: readonly { readonly orderId: number; readonly expiresAt: Date | null }[],
): Promise<void> {
  if (ends.length === 0) return;
  await on.execute(sql`
    update licenses set expires_at = given."expiresAt", updated_at = now()
    from json_to_recordset(${JSON.stringify(ends)}::json) as given ("orderId" bigint, "expiresAt" timestamptz)
    where licenses.order_id = given."orderId" and licenses.expires_at is distinct from given."expiresAt"`);
}

export async function removeLicenses(on: Queryable, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await on.delete(licenses).where(inArray(licenses.id, [...ids]));
}
