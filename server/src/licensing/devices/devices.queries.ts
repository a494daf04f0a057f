import type { DeviceEvent } from '@portico/contract';
import { and, asc, count, desc, eq, gt, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../core/db/database.ts';
import { deviceEvents, deviceSessions, devices } from '../../core/db/schema/devices.gen.ts';
import type { DeviceCounts } from '../licenses/licenses.context.ts';
import type { LicenseRow } from '../licenses/licenses.queries.ts';

export type DeviceRow = typeof devices.$inferSelect;
type NewDevice = typeof devices.$inferInsert;
export type NewDeviceEvent = typeof deviceEvents.$inferInsert;
export type DeviceEventRow = Awaited<ReturnType<typeof listEvents>>['items'][number];

/** @returns undefined also for another account's device */
export async function findDevice(on: Queryable, accountId: number, id: number): Promise<DeviceRow | undefined> {
  const [found] = await on
    .select()
    .from(devices)
    .where(and(eq(devices.accountId, accountId), eq(devices.id, id)));
  return found;
}

/** Whether a license has a device with this hardware ID that is not released, other than `exceptId`. */
export async function hasHardwareId(
  on: Queryable,
  licenseId: number,
  hardwareId: string,
  exceptId?: number,
): Promise<boolean> {
  const found = await on
    .select({ id: devices.id })
    .from(devices)
    .where(and(eq(devices.licenseId, licenseId), eq(devices.hardwareId, hardwareId), isNull(devices.releasedAt)));
  return found.some(({ id }) => id !== exceptId);
}

/** Whether the last released device with this hardware ID on a license was blocked when it was released. */
export async function wasBlocked(on: Queryable, licenseId: number, hardwareId: string): Promise<boolean> {
  const [latest] = await on
    .select({ blockedAt: devices.blockedAt })
    .from(devices)
    .where(and(eq(devices.licenseId, licenseId), eq(devices.hardwareId, hardwareId), isNotNull(devices.releasedAt)))
    .orderBy(desc(devices.id))
    .limit(1);
  return latest ? latest.blockedAt !== null : false;
}

/** Adds a device after all others of its license. */
export async function insertDevice(
  on: Queryable,
  values: Omit<NewDevice, 'assignedAt' | 'placeSince'>,
): Promise<DeviceRow> {
  const [added] = await on
    .insert(devices)
    .values({ ...values, placeSince: sql`clock_timestamp()` })
    .returning();
  return added as DeviceRow;
}

/** Adds a device in the seat of another one (DEV-8). */
export async function insertReplacement(
  on: Queryable,
  replaced: DeviceRow,
  values: Pick<NewDevice, 'name' | 'hardwareId' | 'status'>,
): Promise<DeviceRow> {
  // Copied in the database, because a Date has no microseconds.
  const placeSince = sql`(select place_since from devices where id = ${replaced.id})`;
  const { accountId, licenseId } = replaced;
  const [added] = await on
    .insert(devices)
    .values({ ...values, accountId, licenseId, placeSince })
    .returning();
  return added as DeviceRow;
}

export async function updateDevice(
  on: Queryable,
  id: number,
  change: Partial<Omit<NewDevice, 'id' | 'accountId' | 'licenseId'>>,
): Promise<DeviceRow> {
  const [changed] = await on
    .update(devices)
    .set({ ...change, updatedAt: sql`now()` })
    .where(eq(devices.id, id))
    .returning();
  return changed as DeviceRow;
}

/** The given devices of a license that have no seat. */
export async function listWithoutSeat(
  on: Queryable,
  { id, quantity, exceededQuantity }: Pick<LicenseRow, 'id' | 'quantity' | 'exceededQuantity'>,
  deviceIds: readonly number[],
): Promise<ReadonlySet<number>> {
  if (exceededQuantity === 0 || deviceIds.length === 0) return new Set();
  if (quantity === 0) return new Set(deviceIds);
  const last = sql`(select place_since, id from devices where license_id = ${id} and released_at is null
    order by place_since, id offset ${quantity - 1} limit 1)`;
  const found = await on
    .select({ id: devices.id })
    .from(devices)
    .where(
      and(
        eq(devices.licenseId, id),
        inArray(devices.id, [...deviceIds]),
        isNull(devices.releasedAt),
        sql`(place_since, id) > ${last}`,
      ),
    );
  return new Set(found.map((row) => row.id));
}

export async function insertEvents(on: Queryable, events: readonly NewDeviceEvent[]): Promise<void> {
  await on.insert(deviceEvents).values([...events]);
}

interface Page {
  readonly page: number;
  readonly pageSize: number;
}

/** The history of a device, the newest event first. */
export function listEventsOfDevice(on: Queryable, deviceId: number, page: Page) {
  return listEvents(on, eq(deviceEvents.deviceId, deviceId), page);
}

/** The history of a license's devices, the newest event first. */
export function listEventsOfLicense(on: Queryable, licenseId: number, page: Page) {
  return listEvents(on, eq(deviceEvents.licenseId, licenseId), page);
}

async function listEvents(on: Queryable, where: SQL, { page, pageSize }: Page) {
  const items = on
    .select({
      id: deviceEvents.id,
      deviceId: deviceEvents.deviceId,
      deviceName: devices.name,
      kind: sql<DeviceEvent['kind']>`${deviceEvents.kind}`,
      at: deviceEvents.at,
      userId: deviceEvents.userId,
      actingUserId: deviceEvents.actingUserId,
      reason: deviceEvents.reason,
      detail: deviceEvents.detail,
    })
    .from(deviceEvents)
    .innerJoin(devices, eq(devices.id, deviceEvents.deviceId))
    .where(where)
    .orderBy(desc(deviceEvents.id))
    .limit(pageSize)
    .offset((page - 1) * pageSize);
  const [rows, [counted]] = await Promise.all([items, on.select({ total: count() }).from(deviceEvents).where(where)]);
  return { items: rows, total: counted?.total ?? 0 };
}

/** Open leases on all devices of a license. */
export async function countLeasesOfLicense(on: Queryable, licenseId: number): Promise<number> {
  const [counted] = await on
    .select({ sessions: count() })
    .from(deviceSessions)
    .where(and(eq(deviceSessions.licenseId, licenseId), isOpen));
  return counted?.sessions ?? 0;
}

/** Open leases by device; devices without any are missing. */
export async function countLeases(on: Queryable, deviceIds: readonly number[]): Promise<ReadonlyMap<number, number>> {
  if (deviceIds.length === 0) return new Map();
  const found = await on
    .select({ deviceId: deviceSessions.deviceId, sessions: count() })
    .from(deviceSessions)
    .where(and(inArray(deviceSessions.deviceId, [...deviceIds]), isOpen))
    .groupBy(deviceSessions.deviceId);
  return new Map(found.map(({ deviceId, sessions }) => [deviceId, sessions]));
}

const isOpen = and(isNull(deviceSessions.endedAt), gt(deviceSessions.expiresAt, sql`now()`));

/** Devices of a license by status, without released ones. */
export async function countByStatus(on: Queryable, licenseId: number): Promise<DeviceCounts> {
  const found = await on
    .select({ status: devices.status, devices: count() })
    .from(devices)
    .where(and(eq(devices.licenseId, licenseId), isNull(devices.releasedAt)))
    .groupBy(devices.status);
  const of = (status: DeviceRow['status']) => found.find((row) => row.status === status)?.devices ?? 0;
  return { active: of(0), exceeded: of(1), blocked: of(2), pending: of(3), canceled: of(4) };
}

/** Records that a file that covers the device was downloaded (DEV-10). */
export async function markFiled(on: Queryable, id: number): Promise<void> {
  await on
    .update(devices)
    .set({ filedAt: sql`now()` })
    .where(and(eq(devices.id, id), isNull(devices.filedAt)));
}

/**
 * Lists the hardware IDs that a license covers, in the order of their seats: devices with a seat that are not blocked. Records that a file covers them
 * (DEV-10). Call it with the license locked.
 */
export async function fileCoveredDevices(on: Queryable, licenseId: number): Promise<string[]> {
  const covered = and(eq(devices.licenseId, licenseId), isNull(devices.releasedAt), inArray(devices.status, [0, 3]));
  await on
    .update(devices)
    .set({ filedAt: sql`now()` })
    .where(and(covered, isNull(devices.filedAt)));
  const found = await on
    .select({ hardwareId: devices.hardwareId })
    .from(devices)
    .where(covered)
    .orderBy(asc(devices.placeSince), asc(devices.id));
  return found.map(({ hardwareId }) => hardwareId);
}
