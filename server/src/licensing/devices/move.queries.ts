import { and, type Column, eq, exists, inArray, isNull, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Queryable } from '../../core/db/database.ts';
import {
  deviceActivity,
  deviceEvents,
  deviceFingerprints,
  deviceSessions,
  devices,
} from '../../core/db/schema/devices.gen.ts';
import { endLeasesOfDevices } from './leases.queries.ts';
import { moveUsage } from './sum-usage.ts';

/**
 * Moves the devices of licenses to the license that continues them, with their history. A hardware ID that is on both stays where it is, and its other row
 * is released. Of one that only licenses have which go, the row stays that was active last.
 */
export async function moveDevices(on: Queryable, fromIds: readonly number[], toId: number): Promise<void> {
  const from = [...fromIds];
  const same = alias(devices, 'same');
  const released = await on
    .update(devices)
    .set({ status: 5, releasedAt: sql`now()`, updatedAt: sql`now()` })
    .where(
      and(
        inArray(devices.licenseId, from),
        isNull(devices.releasedAt),
        exists(
          on
            .select({ id: same.id })
            .from(same)
            .where(
              and(
                eq(same.hardwareId, devices.hardwareId),
                isNull(same.releasedAt),
                or(eq(same.licenseId, toId), and(inArray(same.licenseId, from), isKeptInstead(same))),
              ),
            ),
        ),
      ),
    )
    .returning({ id: devices.id });
  await endLeasesOfDevices(
    on,
    released.map(({ id }) => id),
  );
  for (const table of [devices, deviceEvents, deviceActivity, deviceSessions, deviceFingerprints]) {
    await on.update(table).set({ licenseId: toId }).where(inArray(table.licenseId, from));
  }
  await moveUsage(on, from, toId);
}

/** Whether another row of a hardware ID is kept rather than this one: it was active later, or is the newer one. */
function isKeptInstead({ lastActivityAt, id }: Record<'lastActivityAt' | 'id', Column>): SQL {
  return sql`(coalesce(${lastActivityAt}, '-infinity'), ${id}) > (coalesce(${devices.lastActivityAt}, '-infinity'), ${devices.id})`;
}
