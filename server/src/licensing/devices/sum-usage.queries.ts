import { and, gte, inArray, lt, sql } from 'drizzle-orm';
import type { Queryable } from '../../core/db/database.ts';
import { deviceActivity, licenseDays } from '../../core/db/schema/devices.gen.ts';
import { sumCountersByName } from './counters.queries.ts';
import type { UsageDay, UsageDays } from './usage.queries.ts';

/** Writes the missing sums of finished days: for all days until `to` that have a row, and for days since `from` that have none. */
export async function writeUsageSums(
  on: Queryable,
  licenseIds: readonly number[],
  { from, to }: UsageDays,
): Promise<void> {
  const ids = sql`${sql.param([...licenseIds])}::bigint[]`;
  await on.execute(sql`
    insert into license_days (license_id, day)
    select license.id, span.day::date
    from unnest(${ids}) as license (id)
      cross join generate_series(${from}::date, ${to}::date, interval '1 day') as span (day)
    where exists (select from device_activity where license_id = license.id and day = span.day::date)
    on conflict do nothing`);
  const ofTheDay = sql`device_activity where license_id = license_days.license_id and day = license_days.day`;
  const countersOfTheDay = sql`select key as name, value::numeric as value
    from device_activity cross join lateral jsonb_each_text(counters)
    where license_id = license_days.license_id and day = license_days.day`;
  await on.execute(sql`
    update license_days set
      devices = coalesce(devices, (select count(*) from ${ofTheDay})),
      checks = coalesce(checks, (select coalesce(sum(checks), 0) from ${ofTheDay})),
      counters = coalesce(counters, ${sumCountersByName(countersOfTheDay)})
    where license_id = any (${ids}) and day <= ${to}::date and (devices is null or counters is null)`);
}

/** Deletes the devices' activity before a day. */
export async function deleteActivityBefore(on: Queryable, licenseIds: readonly number[], day: string): Promise<void> {
  await on
    .delete(deviceActivity)
    .where(and(inArray(deviceActivity.licenseId, [...licenseIds]), lt(deviceActivity.day, day)));
}

/** Adds the days of licenses to the license that continues them. Sums since `since` are cleared, because the moved activity is summed again. */
export async function moveUsageDays(
  on: Queryable,
  fromIds: readonly number[],
  toId: number,
  since: string,
): Promise<void> {
  const from = inArray(licenseDays.licenseId, [...fromIds]);
  const movedCounters = sql`select key as name, value::numeric as value
    from license_days moved cross join lateral jsonb_each_text(moved.counters)
    where moved.license_id = any (${sql.param([...fromIds])}::bigint[]) and moved.day = license_days.day`;
  const bothCounters = sql`select key as name, value::numeric as value from jsonb_each_text(own.counters)
    union all select key, value::numeric from jsonb_each_text(excluded.counters)`;
  await on.execute(sql`
    insert into license_days as own
      (license_id, day, activations, deactivations, refusals, peak_sessions, was_full, devices, checks, counters)
    select ${toId}, day, sum(activations), sum(deactivations), sum(refusals), max(peak_sessions), bool_or(was_full),
      coalesce(sum(devices), 0), coalesce(sum(checks), 0), ${sumCountersByName(movedCounters)}
    from license_days where ${from}
    group by day
    on conflict (license_id, day) do update set
      activations = own.activations + excluded.activations,
      deactivations = own.deactivations + excluded.deactivations,
      refusals = own.refusals + excluded.refusals,
      peak_sessions = greatest(own.peak_sessions, excluded.peak_sessions),
      was_full = own.was_full or excluded.was_full,
      devices = own.devices + excluded.devices,
      checks = own.checks + excluded.checks,
      counters = ${sumCountersByName(bothCounters)}`);
  await on.delete(licenseDays).where(from);
  await on
    .update(licenseDays)
    .set({ devices: null, checks: null, counters: null })
    .where(and(inArray(licenseDays.licenseId, [toId]), gte(licenseDays.day, since)));
}

export type TotalUsage = Pick<UsageDay, 'checks' | 'refusals' | 'activations' | 'deactivations'>;

/** Sums all days of licenses. For days without stored sums, the devices' checks are counted. */
export async function sumTotalUsage(
  on: Queryable,
  licenseIds: readonly number[],
  { from, to }: UsageDays,
): Promise<TotalUsage> {
  const ids = sql`${sql.param([...licenseIds])}::bigint[]`;
  const { rows } = await on.execute<{ [Column in keyof TotalUsage]: TotalUsage[Column] }>(sql`
    select coalesce(sum(day.checks), 0)::float8 + (
        select coalesce(sum(activity.checks), 0)::float8
        from (
          select license_id, day from license_days where license_id = any (${ids}) and devices is null
          union all
          select license.id, span.day::date
          from unnest(${ids}) as license (id)
            cross join generate_series(${from}::date, ${to}::date, interval '1 day') as span (day)
          where not exists (select from license_days where license_id = license.id and day = span.day::date)
        ) open
          join device_activity activity on activity.license_id = open.license_id and activity.day = open.day
      ) as checks,
      coalesce(sum(day.refusals), 0)::float8 as refusals,
      coalesce(sum(day.activations), 0)::float8 as activations,
      coalesce(sum(day.deactivations), 0)::float8 as deactivations
    from license_days day
    where day.license_id = any (${ids})`);
  return rows[0] ?? { checks: 0, refusals: 0, activations: 0, deactivations: 0 };
}
