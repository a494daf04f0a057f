import { type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../core/db/database.ts';
import type { UsageDays } from './usage.queries.ts';

/** The maximum sum, and the maximum number of names that are stored for a license's day. */
const maxSum = Number.MAX_SAFE_INTEGER;
const maxNames = 100;

interface CounterSum {
  readonly name: string;
  readonly total: number;
}

/** One JSON object of counters by name, from rows of `name` and `value`. Keeps the largest sums if there are too many names. */
export const sumCountersByName = (rows: SQL): SQL => sql`(
  select coalesce(jsonb_object_agg(name, total), '{}') from (
    select name, least(sum(value), ${maxSum}::numeric) as total from (${rows}) counted
    group by name order by 2 desc, name limit ${maxNames}
  ) summed)`;

/** The counters of licenses by day: finished days from their stored sums, the others from what the devices reported. */
function selectCounters(licenseIds: readonly number[], { from, to }: UsageDays): SQL {
  const ids = sql`${sql.param([...licenseIds])}::bigint[]`;
  return sql`
    select kept.day, counter.key as name, counter.value::numeric as value
    from license_days kept cross join lateral jsonb_each_text(kept.counters) counter
    where kept.license_id = any (${ids}) and kept.day between ${from}::date and ${to}::date
    union all
    select activity.day, counter.key, counter.value::numeric
    from unnest(${ids}) as license (id)
      cross join generate_series(${from}::date, ${to}::date, interval '1 day') as span (day)
      join device_activity activity on activity.license_id = license.id and activity.day = span.day::date
      cross join lateral jsonb_each_text(activity.counters) counter
    where not exists (
      select from license_days where license_id = license.id and day = span.day::date and counters is not null
    )`;
}

/** The counters that the devices of licenses reported in a span, largest sum first, and the number of names (DASH-9). */
export async function sumCounters(
  on: Queryable,
  licenseIds: readonly number[],
  days: UsageDays,
  most: number,
): Promise<{ readonly items: readonly CounterSum[]; readonly names: number }> {
  const { rows } = await on.execute<{ name: string; total: number; names: number }>(sql`
    select name, least(sum(value), ${maxSum}::numeric)::float8 as total, count(*) over ()::int as names
    from (${selectCounters(licenseIds, days)}) counted
    group by name order by total desc, name limit ${most}`);
  return { items: rows.map(({ name, total }) => ({ name, total })), names: rows[0]?.names ?? 0 };
}

/** Like `sumCounters`, by UTC day. Days without counters are missing. */
export async function sumCountersByDay(
  on: Queryable,
  licenseIds: readonly number[],
  days: UsageDays,
): Promise<ReadonlyMap<string, Readonly<Record<string, number>>>> {
  const { rows } = await on.execute<{ day: string; counters: Record<string, number> }>(sql`
    select day::text as day, jsonb_object_agg(name, total) as counters
    from (
      select day, name, least(sum(value), ${maxSum}::numeric) as total
      from (${selectCounters(licenseIds, days)}) counted
      group by day, name
    ) summed
    group by day`);
  return new Map(rows.map(({ day, counters }) => [day, counters]));
}
