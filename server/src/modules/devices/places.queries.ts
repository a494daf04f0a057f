import { sql } from 'drizzle-orm';
import type { Queryable } from '../../db/database.ts';
import type { LicenseRow, PlacesTaken } from '../licenses/index.ts';

/**
 * Writes the statuses of all devices of these licenses afresh, as `statusOf` derives them (DEV-2), with an event for each change of a place. Devices
 * with the right status stay as they are.
 * @returns the places that are taken of each of the licenses.
 */
export async function derivePlaces(
  on: Queryable,
  licenses: readonly Pick<LicenseRow, 'id' | 'status' | 'quantity'>[],
): Promise<PlacesTaken[]> {
  const column = (name: 'id' | 'status' | 'quantity') => sql.param(licenses.map((license) => license[name]));
  const { rows } = await on.execute<{ licenseId: number; used: number; exceeded: number }>(sql`
    with given as materialized (
      select * from unnest(${column('id')}::bigint[], ${column('status')}::int[], ${column('quantity')}::int[]) as given (id, status, quantity)
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
    ),
    changed as (
      update devices set status = ranked.after, updated_at = now()
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
    select given.id as "licenseId", count(ranked.id) filter (where within)::int as used, count(ranked.id) filter (where not within)::int as exceeded
    from given left join ranked on ranked.license_id = given.id group by given.id`);
  return rows;
}
