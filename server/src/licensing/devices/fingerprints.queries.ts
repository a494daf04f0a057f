import { eq, sql } from 'drizzle-orm';
import type { Queryable } from '../../core/db/database.ts';
import { deviceFingerprints } from '../../core/db/schema/devices.gen.ts';

/** Replaces the device's fingerprints. */
export async function replaceFingerprints(
  on: Queryable,
  { id, licenseId }: { readonly id: number; readonly licenseId: number },
  parts: readonly Buffer[],
): Promise<void> {
  await deleteFingerprints(on, id);
  if (parts.length > 0)
    await on
      .insert(deviceFingerprints)
      .values(parts.map((part) => ({ licenseId, deviceId: id, part })))
      .onConflictDoNothing();
}

export async function deleteFingerprints(on: Queryable, deviceId: number): Promise<void> {
  await on.delete(deviceFingerprints).where(eq(deviceFingerprints.deviceId, deviceId));
}

/**
 * The device with the most matching fingerprints, at least `matches`; a blocked one before any other (LIC-12). Released
 * devices count only if they are blocked.
 */
export async function findDeviceByFingerprints(
  on: Queryable,
  licenseId: number,
  parts: readonly Buffer[],
  matches: number,
): Promise<number | undefined> {
  if (parts.length < matches) return undefined;
  const { rows } = await on.execute<{ id: number }>(sql`
    select d.id from device_fingerprints f join devices d on d.id = f.device_id
    where f.license_id = ${licenseId} and f.part = any(${sql.param(parts)}::bytea[]) and (d.released_at is null or d.blocked_at is not null)
    group by d.id having count(*) >= ${matches}
    order by d.blocked_at is not null desc, count(*) desc, d.id desc limit 1`);
  return rows[0]?.id;
}
