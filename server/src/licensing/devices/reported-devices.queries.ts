import { and, eq, gt, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Queryable } from '../../core/db/database.ts';
import { deviceActivity, deviceEvents, deviceSessions, devices } from '../../core/db/schema/devices.gen.ts';
import type { DeviceRow } from './devices.queries.ts';

/** The device of a license with a hardware ID, unless it is released. */
export async function findOnLicense(
  on: Queryable,
  licenseId: number,
  hardwareId: string,
): Promise<DeviceRow | undefined> {
  const [found] = await on
    .select()
    .from(devices)
    .where(and(eq(devices.licenseId, licenseId), eq(devices.hardwareId, hardwareId), isNull(devices.releasedAt)));
  return found;
}

/** The devices with a hardware ID on any of the licenses, without released ones. */
export function listByHardwareId(
  on: Queryable,
  licenseIds: readonly number[],
  hardwareId: string,
): Promise<DeviceRow[]> {
  return on
    .select()
    .from(devices)
    .where(
      and(inArray(devices.licenseId, [...licenseIds]), eq(devices.hardwareId, hardwareId), isNull(devices.releasedAt)),
    )
    .orderBy(devices.id);
}

/** The latest released device with a hardware ID on any of the licenses. */
export async function findReleased(
  on: Queryable,
  licenseIds: readonly number[],
  hardwareId: string,
): Promise<DeviceRow | undefined> {
  const [found] = await on
    .select()
    .from(devices)
    .where(
      and(
        inArray(devices.licenseId, [...licenseIds]),
        eq(devices.hardwareId, hardwareId),
        isNotNull(devices.releasedAt),
      ),
    )
    .orderBy(sql`${devices.id} desc`)
    .limit(1);
  return found;
}

/** Adds a device that its product reports, after all others of its license or in the seat of a replaced one. */
export async function insertReportedDevice(
  on: Queryable,
  values: Omit<typeof devices.$inferInsert, 'assignedAt' | 'placeSince'>,
  replacedId?: number,
): Promise<DeviceRow> {
  const placeSince =
    replacedId === undefined ? sql`clock_timestamp()` : sql`(select place_since from devices where id = ${replacedId})`;
  const [added] = await on
    .insert(devices)
    .values({ ...values, placeSince })
    .returning();
  return added as DeviceRow;
}

/** Gives a device the seat of another one. */
export async function inheritSeat(on: Queryable, id: number, replacedId: number): Promise<void> {
  await on
    .update(devices)
    .set({ placeSince: sql`(select place_since from devices where id = ${replacedId})` })
    .where(eq(devices.id, id));
}

const anHourAgo = sql`now() - interval '1 hour'`;

/** When this hardware ID was activated on a license and released again in the last hour, the earliest first. */
export async function listActivationsOfHour(on: Queryable, licenseId: number, hardwareId: string): Promise<Date[]> {
  const found = await on
    .select({ at: devices.assignedAt })
    .from(devices)
    .where(
      and(
        eq(devices.licenseId, licenseId),
        eq(devices.hardwareId, hardwareId),
        isNotNull(devices.releasedAt),
        gt(devices.assignedAt, anHourAgo),
      ),
    )
    .orderBy(devices.assignedAt);
  return found.map(({ at }) => at);
}

/** When a device was edited in the last hour, the earliest first. */
export async function listEditsOfHour(on: Queryable, deviceId: number): Promise<Date[]> {
  const found = await on
    .select({ at: deviceEvents.at })
    .from(deviceEvents)
    .where(and(eq(deviceEvents.deviceId, deviceId), eq(deviceEvents.kind, 'edited'), gt(deviceEvents.at, anHourAgo)))
    .orderBy(deviceEvents.at);
  return found.map(({ at }) => at);
}

/** Records that a device was active today. */
export async function recordActiveDay(
  on: Queryable,
  { id, licenseId }: Pick<DeviceRow, 'id' | 'licenseId'>,
): Promise<void> {
  await on
    .insert(deviceActivity)
    .values({ licenseId, deviceId: id, day: sql`(now() at time zone 'utc')::date` })
    .onConflictDoNothing();
}

/** A device that could free its seat. */
export interface Evictable {
  readonly id: number;
  readonly name: string;
  readonly lastActivityAt: Date | null;
  readonly isBorrowed: boolean;
}

/** Devices of a host-locked license that have a seat and are not blocked, the longest unused first. */
export async function listEvictable(on: Queryable, licenseId: number, limit: number): Promise<Evictable[]> {
  const found = await on
    .select({ id: devices.id, name: devices.name, lastActivityAt: devices.lastActivityAt })
    .from(devices)
    .where(and(eq(devices.licenseId, licenseId), isNull(devices.releasedAt), sql`${devices.status} in (0, 3)`))
    .orderBy(sql`${devices.activeDay} nulls first`, sql`${devices.lastActivityAt} nulls first`, devices.id)
    .limit(limit);
  return found.map((device) => ({ ...device, isBorrowed: false }));
}

/** Devices of a floating license that have leases, the longest unused first. */
export async function listWithLeases(on: Queryable, licenseId: number, limit: number): Promise<Evictable[]> {
  return on
    .select({
      id: devices.id,
      name: devices.name,
      lastActivityAt: devices.lastActivityAt,
      isBorrowed: sql<boolean>`bool_or(${deviceSessions.borrowedUntil} is not null)`,
    })
    .from(deviceSessions)
    .innerJoin(devices, eq(devices.id, deviceSessions.deviceId))
    .where(and(eq(deviceSessions.licenseId, licenseId), isNull(deviceSessions.endedAt), isNull(devices.blockedAt)))
    .groupBy(devices.id)
    .orderBy(sql`${devices.lastActivityAt} nulls first`, devices.id)
    .limit(limit);
}
