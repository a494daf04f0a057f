import { type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../core/db/database.ts';
import type { LicenseRow, SeatCounts } from '../licenses/licenses.queries.ts';

export type LicenseWithSeats = Pick<LicenseRow, 'id' | 'status' | 'quantity' | 'licenseModel'>;

/**
 * The licenses as `given`, and their devices as `ranked`, with the stored status and the one that `deviceStatus` derives (DEV-2, DEV-5). Devices of
 * floating licenses need no seat (LIC-17).
 */
function rankDevices(licenses: readonly LicenseWithSeats[]): SQL {
  const column = (name: keyof LicenseWithSeats) => sql.param(licenses.map((license) => license[name]));
  return sql`
    given as materialized (
      select id, status, case when model = 1 then -1 else quantity end as quantity, model = 1 as floating
      from unnest(${column('id')}::bigint[], ${column('status')}::int[], ${column('quantity')}::int[], ${column('licenseModel')}::int[])
           as given (id, status, quantity, model)
    ),
    ranked as materialized (
      select d.id, d.license_id, d.status as before, given.quantity < 0 or d.rank <= given.quantity as within,
             case
               when given.status = 3 then 4
               when d.blocked_at is not null then 2
               when given.quantity >= 0 and d.rank > given.quantity then 1
               when d.first_seen_at is not null then 0
               else 3
             end as after
      from given
      cross join lateral (
        select id, license_id, status, blocked_at, first_seen_at, row_number() over (order by place_since, id) as rank
        from devices where license_id = given.id and released_at is null
      ) d
    )`;
}

/** Taken seats: devices with a seat, or leases of a floating license that have not ended. */
const seatCounts = sql`
  case when given.floating
    then (select count(*) from device_sessions where device_sessions.license_id = given.id and ended_at is null)
    else count(ranked.id) filter (where within)
  end::int as used, count(ranked.id) filter (where not within)::int as exceeded`;

/** The licenses with a wrong count, or with a device that has a wrong status. */
export async function findWrongSeats<
  License extends LicenseWithSeats & Pick<LicenseRow, 'usedQuantity' | 'exceededQuantity'>,
>(on: Queryable, licenses: readonly License[]): Promise<License[]> {
  if (licenses.length === 0) return [];
  const { rows } = await on.execute<{ id: number; used: number; exceeded: number; wrong: number }>(sql`
    with ${rankDevices(licenses)}
    select given.id, ${seatCounts}, count(ranked.id) filter (where before <> after)::int as wrong
    from given left join ranked on ranked.license_id = given.id group by given.id, given.floating`);
  const found = new Map(rows.map((row) => [row.id, row]));
  return licenses.filter(({ id, usedQuantity, exceededQuantity }) => {
    const { used, exceeded, wrong } = found.get(id) ?? { used: 0, exceeded: 0, wrong: 0 };
    return wrong > 0 || used !== usedQuantity || exceeded !== exceededQuantity;
  });
}

/**
 * Writes the statuses of the licenses' devices, as `deviceStatus` derives them (DEV-2), and an event for each change of a seat. Correct rows are not written.
 * @returns the seat counts of the licenses
 */
export async function deriveSeats(on: Queryable, licenses: readonly LicenseWithSeats[]): Promise<SeatCounts[]> {
  const { rows } = await on.execute<{ licenseId: number; used: number; exceeded: number }>(sql`
    with ${rankDevices(licenses)},
    changed as (
      -- A device that its product reports concurrently is no longer pending.
      update devices set status = case when ranked.after = 3 and devices.first_seen_at is not null then 0 else ranked.after end, updated_at = now()
      from ranked where devices.id = ranked.id and ranked.before <> ranked.after
    ),
    noted as (
      insert into device_events (device_id, license_id, kind)
      select id, license_id, kind
      from ranked
      cross join lateral (
        select case
          when after = 4 then 'canceled'
          when after = 1 then 'exceeded'
          when before = 4 then 'restored'
          when before = 1 and after <> 2 then 'regained'
        end as kind
      ) derived
      where before <> after and kind is not null
      order by id
    )
    select given.id as "licenseId", ${seatCounts}
    from given left join ranked on ranked.license_id = given.id group by given.id, given.floating`);
  return rows;
}
