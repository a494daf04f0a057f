import { and, count, desc, inArray, isNotNull, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../core/db/database.ts';
import { devices } from '../../core/db/schema/devices.gen.ts';

/** UTC days, first and last included, such as `2026-11-22`. */
export interface UsageDays {
  readonly from: string;
  readonly to: string;
}

/** The usage of licenses on one UTC day. */
export interface UsageDay {
  readonly day: string;
  readonly devices: number;
  readonly checks: number;
  readonly refusals: number;
  readonly activations: number;
  readonly deactivations: number;
  /** The most leases that one of the licenses had open at the same time. */
  readonly peakSessions: number;
  readonly wasFull: boolean;
}

const idArray = (licenseIds: readonly number[]): SQL => sql`${sql.param([...licenseIds])}::bigint[]`;

/** The usage of licenses by day, oldest first (DASH-4, DASH-8). Finished days come from stored sums, others from the devices' activity. */
export async function sumUseByDay(
  on: Queryable,
  licenseIds: readonly number[],
  { from, to }: UsageDays,
): Promise<UsageDay[]> {
  const { rows } = await on.execute<{ [Column in keyof UsageDay]: UsageDay[Column] }>(sql`
    select span.day::date::text as day,
      coalesce(sum(coalesce(kept.devices, live.devices)), 0)::int as devices,
      coalesce(sum(coalesce(kept.checks, live.checks)), 0)::float8 as checks,
      coalesce(sum(kept.refusals), 0)::int as refusals,
      coalesce(sum(kept.activations), 0)::int as activations,
      coalesce(sum(kept.deactivations), 0)::int as deactivations,
      coalesce(max(kept.peak_sessions), 0) as "peakSessions",
      coalesce(bool_or(kept.was_full), false) as "wasFull"
    from generate_series(${from}::date, ${to}::date, interval '1 day') as span (day)
      left join unnest(${idArray(licenseIds)}) as license (id) on true
      left join license_days kept on kept.license_id = license.id and kept.day = span.day::date
      left join lateral (
        select count(*) as devices, coalesce(sum(activity.checks), 0) as checks
        from device_activity activity
        where kept.devices is null and activity.license_id = license.id and activity.day = span.day::date
      ) live on true
    group by span.day
    order by span.day`);
  return rows.map((row) => ({ ...row }));
}

/** The devices that were active in a span, by the version that each reported last. */
export interface ActiveDevices {
  readonly versions: readonly {
    readonly version: string | null;
    readonly devices: number;
    readonly lastDay: string;
  }[];
  /** The number of devices of all versions, including versions that are not listed. */
  readonly devices: number;
  readonly lastDay: string | null;
  /** The latest activity, if it was in the span. */
  readonly lastAt: Date | null;
}

/** Counts the active devices of licenses, with the most frequent versions (DASH-5). Reads one row per device. */
export async function countActiveDevices(
  on: Queryable,
  licenseIds: readonly number[],
  { from, to }: UsageDays,
  versions: number,
): Promise<ActiveDevices> {
  const ids = idArray(licenseIds);
  const { rows } = await on.execute<{
    version: string | null;
    devices: number;
    lastDay: string;
    allDevices: number;
    lastOfAll: string;
    lastAt: string | null;
  }>(sql`
    select version, devices, "lastDay"::text, sum(devices) over ()::int as "allDevices",
      max("lastDay") over ()::text as "lastOfAll", max("lastAt") over ()::text as "lastAt"
    from (
      select latest.version, count(*)::int as devices, max(latest.day) as "lastDay",
        max(device.last_activity_at) filter (where (device.last_activity_at at time zone 'UTC')::date between ${from}::date and ${to}::date) as "lastAt"
      from devices device
        cross join lateral (
          select activity.day, activity.version
          from device_activity activity
          where activity.device_id = device.id and activity.license_id = any (${ids})
            and activity.day between ${from}::date and ${to}::date
          order by activity.day desc
          limit 1
        ) latest
      where device.license_id = any (${ids})
      group by latest.version
    ) counted
    order by devices desc, version
    limit ${versions}`);
  const [first] = rows;
  return {
    versions: rows.map(({ version, devices, lastDay }) => ({ version, devices, lastDay })),
    devices: first?.allDevices ?? 0,
    lastDay: first?.lastOfAll ?? null,
    lastAt: first?.lastAt ? new Date(first.lastAt) : null,
  };
}

/** The license with the most leases open at the same time in a span. @returns undefined without leases */
export async function findPeakLicense(
  on: Queryable,
  licenseIds: readonly number[],
  { from, to }: UsageDays,
): Promise<{ readonly licenseId: number; readonly sessions: number } | undefined> {
  const { rows } = await on.execute<{ licenseId: number; sessions: number }>(sql`
    select license_id::float8 as "licenseId", peak_sessions as sessions
    from license_days
    where license_id = any (${idArray(licenseIds)}) and day between ${from}::date and ${to}::date and peak_sessions > 0
    order by peak_sessions desc, license_id
    limit 1`);
  return rows[0];
}

/** A page of the devices of licenses, the latest activity first, with the total number of devices. */
export async function listByLastActivity(
  on: Queryable,
  licenseIds: readonly number[],
  { page, pageSize }: { readonly page: number; readonly pageSize: number },
) {
  const heard = and(inArray(devices.licenseId, [...licenseIds]), isNotNull(devices.lastActivityAt));
  const [rows, [counted]] = await Promise.all([
    on
      .select({
        id: devices.id,
        licenseId: devices.licenseId,
        name: devices.name,
        hardwareId: devices.hardwareId,
        productUsage: devices.productUsage,
        at: sql<Date>`${devices.lastActivityAt}`.mapWith(devices.assignedAt),
      })
      .from(devices)
      .where(heard)
      .orderBy(desc(devices.lastActivityAt), desc(devices.id))
      .limit(pageSize)
      .offset((page - 1) * pageSize),
    on.select({ total: count() }).from(devices).where(heard),
  ]);
  return { rows, total: counted?.total ?? 0 };
}

/** When the usage of licenses began, their latest activity, and their open leases. Reads one row per license and table. */
export async function findUsageBounds(on: Queryable, licenseIds: readonly number[]) {
  const ids = idArray(licenseIds);
  const { rows } = await on.execute<{ firstDay: string | null; lastAt: string | null; openSessions: number }>(sql`
    select min(least(
        (select min(day) from device_activity where license_id = license.id),
        (select min(day) from license_days where license_id = license.id)
      ))::text as "firstDay",
      max((select max(last_activity_at) from devices where license_id = license.id))::text as "lastAt",
      coalesce(sum((
        select count(*) from device_sessions
        where license_id = license.id and ended_at is null and expires_at > now()
      )), 0)::int as "openSessions"
    from unnest(${ids}) as license (id)`);
  const { firstDay = null, lastAt = null, openSessions = 0 } = rows[0] ?? {};
  return { firstDay, lastAt: lastAt === null ? null : new Date(lastAt), openSessions };
}
