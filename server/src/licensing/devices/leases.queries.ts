import { and, count, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Queryable } from '../../core/db/database.ts';
import { deviceSessions, devices } from '../../core/db/schema/devices.gen.ts';

export type LeaseRow = typeof deviceSessions.$inferSelect;

/** The database's time now, not at the start of the transaction, which may have waited for a lock. */
const clock = sql`clock_timestamp()`;

const isOpen = isNull(deviceSessions.endedAt);

/** Ends the expired leases of licenses (LIC-18). Call it with the licenses locked, before leases are counted. */
export async function endExpiredLeases(on: Queryable, licenseIds: readonly number[]): Promise<void> {
  await on
    .update(deviceSessions)
    .set({ endedAt: sql`${deviceSessions.expiresAt}` })
    .where(
      and(inArray(deviceSessions.licenseId, [...licenseIds]), isOpen, sql`${deviceSessions.expiresAt} <= ${clock}`),
    );
}

export async function endLease(on: Queryable, id: string): Promise<void> {
  await on
    .update(deviceSessions)
    .set({ endedAt: clock })
    .where(and(eq(deviceSessions.id, id), isOpen));
}

export function endLeasesOfDevice(on: Queryable, deviceId: number): Promise<void> {
  return endLeasesOfDevices(on, [deviceId]);
}

export async function endLeasesOfDevices(on: Queryable, deviceIds: readonly number[]): Promise<void> {
  if (deviceIds.length === 0) return;
  await on
    .update(deviceSessions)
    .set({ endedAt: clock })
    .where(and(inArray(deviceSessions.deviceId, [...deviceIds]), isOpen));
}

/** Leases that have not ended, by license; licenses without any are missing. An expired lease counts until it is ended. */
export async function countOpenLeases(
  on: Queryable,
  licenseIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const found = await on
    .select({ licenseId: deviceSessions.licenseId, sessions: count() })
    .from(deviceSessions)
    .where(and(inArray(deviceSessions.licenseId, [...licenseIds]), isOpen))
    .groupBy(deviceSessions.licenseId);
  return new Map(found.map(({ licenseId, sessions }) => [licenseId, sessions]));
}

/** The leases of a device that have not ended, the oldest first. */
export function listLeasesOfDevice(on: Queryable, deviceId: number): Promise<LeaseRow[]> {
  return on
    .select()
    .from(deviceSessions)
    .where(and(eq(deviceSessions.deviceId, deviceId), isOpen))
    .orderBy(deviceSessions.startedAt, deviceSessions.id);
}

/** The given devices that have a borrowed lease. Expired leases do not count. */
export async function listBorrowing(on: Queryable, deviceIds: readonly number[]): Promise<ReadonlySet<number>> {
  if (deviceIds.length === 0) return new Set();
  const found = await on
    .select({ id: deviceSessions.deviceId })
    .from(deviceSessions)
    .where(
      and(
        inArray(deviceSessions.deviceId, [...deviceIds]),
        isOpen,
        isNotNull(deviceSessions.borrowedUntil),
        sql`${deviceSessions.expiresAt} > ${clock}`,
      ),
    )
    .groupBy(deviceSessions.deviceId);
  return new Set(found.map(({ id }) => id));
}

/** The newest leases of a license that have not ended. */
export async function listNewestLeases(on: Queryable, licenseId: number, limit: number): Promise<string[]> {
  const found = await on
    .select({ id: deviceSessions.id })
    .from(deviceSessions)
    .where(and(eq(deviceSessions.licenseId, licenseId), isOpen))
    .orderBy(sql`${deviceSessions.startedAt} desc, ${deviceSessions.id} desc`)
    .limit(limit);
  return found.map(({ id }) => id);
}

/** When a lease ends: after a number of seconds, but not after its license. */
export interface LeaseTerm {
  readonly seconds: number;
  /** Whether it is borrowed, for work offline. */
  readonly isBorrowed: boolean;
  /** When the license ends; null if never. */
  readonly until: Date | null;
}

const leaseEnd = ({ seconds, until }: LeaseTerm) => {
  const end = sql`${clock} + make_interval(secs => ${seconds})`;
  return until ? sql`least(${end}, ${until.toISOString()}::timestamptz)` : end;
};

/** Call it with the license locked. */
export async function insertLease(
  on: Queryable,
  {
    term,
    ...values
  }: Pick<typeof deviceSessions.$inferInsert, 'licenseId' | 'deviceId' | 'requestKey'> & { term: LeaseTerm },
): Promise<LeaseRow> {
  const expiresAt = leaseEnd(term);
  const [opened] = await on
    .insert(deviceSessions)
    .values({
      ...values,
      startedAt: clock,
      renewedAt: clock,
      expiresAt,
      borrowedUntil: term.isBorrowed ? expiresAt : null,
    })
    .returning();
  return opened as LeaseRow;
}

/** Extends a lease that has neither ended nor expired, and never shortens it (LIC-18). @returns undefined for any other lease */
export async function extendLease(on: Queryable, id: string, term: LeaseTerm): Promise<LeaseRow | undefined> {
  const end = leaseEnd(term);
  const [renewed] = await on
    .update(deviceSessions)
    .set({
      renewedAt: clock,
      expiresAt: sql`greatest(${deviceSessions.expiresAt}, ${end})`,
      ...(term.isBorrowed && { borrowedUntil: sql`greatest(${deviceSessions.expiresAt}, ${end})` }),
    })
    .where(and(eq(deviceSessions.id, id), isOpen, sql`${deviceSessions.expiresAt} > ${clock}`))
    .returning();
  return renewed;
}

/** A lease of an account and its device; undefined also for another account's lease. */
export async function findLease(on: Queryable, accountId: number, id: string) {
  const [found] = await on
    .select({ lease: deviceSessions, device: devices })
    .from(deviceSessions)
    .innerJoin(devices, eq(devices.id, deviceSessions.deviceId))
    .where(and(eq(deviceSessions.id, id), eq(devices.accountId, accountId)));
  return found;
}

/** Some licenses with expired leases. */
export async function listLicensesWithExpiredLeases(on: Queryable, limit: number): Promise<number[]> {
  const { rows } = await on.execute<{ id: number }>(sql`
    select distinct license_id as id from (
      select license_id from device_sessions where ended_at is null and expires_at <= now() order by expires_at limit ${limit}
    ) due order by id`);
  return rows.map(({ id }) => id);
}

/** Deletes leases that ended long ago. @returns their number */
export async function deleteEndedLeases(on: Queryable, days: number, limit: number): Promise<number> {
  const { rowCount } = await on.execute(sql`
    delete from device_sessions where id = any(array(
      select id from device_sessions where ended_at < now() - make_interval(days => ${days}) order by ended_at limit ${limit}
      for update skip locked))`);
  return rowCount ?? 0;
}
