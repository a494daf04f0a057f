import type { Database } from '../../core/db/database.ts';

/** A report of a known device, to be stored in a batch. */
export interface DeviceReport {
  readonly deviceId: number;
  /** Checks to add to the day. */
  readonly checks: number;
  /** Null if it was not reported or is not shared. */
  readonly version: string | null;
  readonly counters: Readonly<Record<string, number>>;
  /** The new version, in JSON as the device stores it; null if it is unchanged. */
  readonly productUsage: string | null;
  /** Stored only if the device has none. */
  readonly ipAddress: string | null;
  /** 8 bytes of the nonce's hash, which detect a repeated report; null if repeats count. */
  readonly nonce: Buffer | null;
}

/** The maximum number of counter names per device and day, and the maximum value of a counter. */
const maxCounters = 20;
const maxSum = Number.MAX_SAFE_INTEGER;
/** The maximum number of checks per day. */
const maxChecks = 2_147_483_647;
/** Bytes of the stored nonces of a device: 96 nonces, a day of reports every 15 minutes (LIC-13). */
const nonceBytes = 96 * 8;

const statement = `
with given as materialized (
  -- The subqueries hide the array length from the planner, so that it keeps its plan.
  select * from unnest((select $1::bigint[]), (select $2::bigint[]), (select $3::text[]), (select $4::jsonb[]), (select $5::jsonb[]), (select $6::inet[]), (select $7::bytea[]))
    as given (device_id, checks, version, counters, product_usage, ip_address, nonce)
), active as (
  update devices d set last_activity_at = now(), product_usage = coalesce(given.product_usage, d.product_usage),
                       ip_address = coalesce(d.ip_address, given.ip_address),
                       recent_nonces = case when given.nonce is null then d.recent_nonces
                                            else substring(given.nonce || d.recent_nonces from 1 for ${nonceBytes}) end
  from given
  where d.id = given.device_id and d.released_at is null
    and case when given.nonce is not null then position(given.nonce in d.recent_nonces) = 0
        else d.last_activity_at is null or d.last_activity_at < now() - interval '1 minute'
             or given.product_usage is not null or given.ip_address is not null end
  returning d.id
)
insert into device_activity as kept (license_id, day, device_id, checks, version, counters)
select d.license_id, (now() at time zone 'utc')::date, d.id, least(given.checks, ${maxChecks}), given.version, given.counters
from given join devices d on d.id = given.device_id
-- A report with a nonce counts if the nonce is new. Concurrent ones wait for the lock of the device row.
where given.nonce is null or given.device_id in (select id from active)
order by d.license_id, d.id
on conflict (license_id, day, device_id) do update set
  checks = least(kept.checks::bigint + excluded.checks, ${maxChecks}),
  version = coalesce(excluded.version, kept.version),
  counters = case when excluded.counters = '{}' then kept.counters else (
    select jsonb_object_agg(name, total) from (
      select name, least(sum(value::numeric), ${maxSum}) as total
      from (
        select key as name, value, 0 as turn from jsonb_each_text(kept.counters)
        union all select key, value, 1 from jsonb_each_text(excluded.counters)
      ) counted
      group by name order by min(turn), name limit ${maxCounters}
    ) summed
  ) end`;

/**
 * Stores reports in one statement: the last activity, exact to a minute (LIC-13), and additions to the UTC day. Repeated reports add nothing.
 * @param reports one per device, ordered by device id, so that concurrent statements rarely wait for each other
 */
export async function storeReports({ pool }: Database, reports: readonly DeviceReport[]): Promise<void> {
  const column = <Value>(read: (report: DeviceReport) => Value) => reports.map(read);
  await pool.query({
    name: 'store-device-reports',
    text: statement,
    values: [
      column(({ deviceId }) => deviceId),
      column(({ checks }) => checks),
      column(({ version }) => version),
      column(({ counters }) => JSON.stringify(counters)),
      column(({ productUsage }) => productUsage),
      column(({ ipAddress }) => ipAddress),
      column(({ nonce }) => nonce),
    ],
  });
}
