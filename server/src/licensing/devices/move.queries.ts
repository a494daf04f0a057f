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
 * Moves devices with their history to the license that continues theirs. If a hardware ID is on several licenses, the
 * continuing license's device stays; without one, the device that was active last. The other devices are released.
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

/** Whether another device with the same hardware ID stays instead of this one: it was active later, or is newer. */
function isKeptInstead({ lastActivityAt, id }: Record<'lastActivityAt' | 'id', Column>): SQL {
  return sql`(coalesce(${lastActivityAt}, '-infinity'), ${id}) > (coalesce(${devices.lastActivityAt}, '-infinity'), ${devices.id})`;
}
