import { and, eq, exists, inArray, isNull, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Queryable } from '../../db/database.ts';
import {
  deviceActivity,
  deviceEvents,
  deviceFingerprints,
  deviceSessions,
  devices,
} from '../../db/schema/devices.gen.ts';
import { endSessionsOfDevices } from './sessions.queries.ts';

/**
 * Moves the devices of licenses to the license that continues them, with their history. A hardware ID that is on both stays where it is, and its other row
 * is released.
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
            .where(and(eq(same.licenseId, toId), eq(same.hardwareId, devices.hardwareId), isNull(same.releasedAt))),
        ),
      ),
    )
    .returning({ id: devices.id });
  await endSessionsOfDevices(
    on,
    released.map(({ id }) => id),
  );
  for (const table of [devices, deviceEvents, deviceActivity, deviceSessions, deviceFingerprints]) {
    await on.update(table).set({ licenseId: toId }).where(inArray(table.licenseId, from));
  }
  await moveDays(on, from, toId);
}

/** Adds the days of licenses to those of the license that continues them. Their own go with them. */
async function moveDays(on: Queryable, from: readonly number[], toId: number): Promise<void> {
  await on.execute(sql`
    insert into license_days as kept (license_id, day, activations, deactivations, refusals, peak_sessions, was_full)
    select ${toId}::bigint, day, sum(activations), sum(deactivations), sum(refusals), max(peak_sessions), bool_or(was_full)
    from license_days where license_id = any(${sql.param(from)}::bigint[]) group by day
    on conflict (license_id, day) do update set
      activations = kept.activations + excluded.activations,
      deactivations = kept.deactivations + excluded.deactivations,
      refusals = kept.refusals + excluded.refusals,
      peak_sessions = greatest(kept.peak_sessions, excluded.peak_sessions),
      was_full = kept.was_full or excluded.was_full`);
}
