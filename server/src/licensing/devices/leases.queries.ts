import { and, count, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Queryable } from '../../core/db/database.ts';
import { deviceSessions, devices } from '../../core/db/schema/devices.gen.ts';

export type LeaseRow = typeof deviceSessions.$inferSelect;

/** The database's clock at this moment, not at the beginning of the transaction, which may have waited for a lock. */
const clock = sql`clock_timestamp()`;

const isOpen = isNull(deviceSessions.endedAt);

/** Ends the sessions of licenses whose leases ran out (LIC-18). Call it with the licenses locked, before open ones are counted. */
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

/** Sessions that have not ended, by license; licenses without any are missing. One whose lease ran out counts until it is ended. */
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

/** The sessions of a device that have not ended, the oldest first. */
export function listLeasesOfDevice(on: Queryable, deviceId: number): Promise<LeaseRow[]> {
  return on
    .select()
    .from(deviceSessions)
    .where(and(eq(deviceSessions.deviceId, deviceId), isOpen))
    .orderBy(deviceSessions.startedAt, deviceSessions.id);
}

/** Those of the devices that have a borrowed session. One whose lease ran out is none. */
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

/** The newest sessions of a license that have not ended. */
export async function listNewestLeases(on: Queryable, licenseId: number, limit: number): Promise<string[]> {
  const found = await on
    .select({ id: deviceSessions.id })
    .from(deviceSessions)
    .where(and(eq(deviceSessions.licenseId, licenseId), isOpen))
    .orderBy(sql`${deviceSessions.startedAt} desc, ${deviceSessions.id} desc`)
    .limit(limit);
  return found.map(({ id }) => id);
}

/** The end of a lease: seconds or days from now, and the license's end at the latest. */
export interface LeaseTerm {
  readonly seconds: number;
  /** Whether it is borrowed, for work without a network. */
  readonly isBorrowed: boolean;
  /** The license's end; null never comes. */
  readonly until: Date | null;
}

const leaseEnd = ({ seconds, until }: LeaseTerm) => {
  const end = sql`${clock} + make_interval(secs => ${seconds})`;
  return until ? sql`least(${end}, ${until.toISOString()}::timestamptz)` : end;
};

/** Opens a session. Call it with the license locked. */
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

/** Renews the lease of a session that has not ended and has not run out (LIC-18); undefined for others. A longer lease stays. */
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

/** A session of an account, and its device and license by their ids; undefined also for another account's. */
export async function findLease(on: Queryable, accountId: number, id: string) {
  const [found] = await on
    .select({ lease: deviceSessions, device: devices })
    .from(deviceSessions)
    .innerJoin(devices, eq(devices.id, deviceSessions.deviceId))
    .where(and(eq(deviceSessions.id, id), eq(devices.accountId, accountId)));
  return found;
}

/** Some licenses with sessions whose leases ran out. */
export async function listLicensesWithExpiredLeases(on: Queryable, limit: number): Promise<number[]> {
  const { rows } = await on.execute<{ id: number }>(sql`
    select distinct license_id as id from (
      select license_id from device_sessions where ended_at is null and expires_at <= now() order by expires_at limit ${limit}
    ) due order by id`);
  return rows.map(({ id }) => id);
}

/** Deletes sessions that ended long ago. @returns their number */
export async function deleteEndedLeases(on: Queryable, days: number, limit: number): Promise<number> {
  const { rowCount } = await on.execute(sql`
    delete from device_sessions where id = any(array(
      select id from device_sessions where ended_at < now() - make_interval(days => ${days}) order by ended_at limit ${limit}
      for update skip locked))`);
  return rowCount ?? 0;
}
