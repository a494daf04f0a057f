import { sql } from 'drizzle-orm';
import type { Queryable } from '../../db/database.ts';

export interface TimelineRow {
  readonly id: string;
  readonly type: string;
  readonly created: Date;
}

/**
 * Events about any of the objects, in the days before the newest event.
 * @param order of `created`. The id makes the order total, so that pages never overlap.
 */
export async function listEventsAbout(
  on: Queryable,
  objectIds: readonly string[],
  days: number,
  { page, pageSize, order }: { page: number; pageSize: number; order: 'asc' | 'desc' },
): Promise<{ items: TimelineRow[]; total: number }> {
  const ids = sql`array(select jsonb_array_elements_text(${JSON.stringify(objectIds)}::jsonb))`;
  const direction = order === 'asc' ? sql`asc` : sql`desc`;
  const { rows } = await on.execute<{ id: string | null; type: string; created: string; total: number }>(sql`
    with newest as (select max(created) as created from stripe_event_objects where object_id = any(${ids})),
    recent as (
      select distinct o.event_id, o.created from stripe_event_objects o, newest
      where o.object_id = any(${ids}) and o.created > newest.created - make_interval(days => ${days})
    ),
    one_page as (
      select event_id, created from recent order by created ${direction}, event_id ${direction}
      limit ${pageSize} offset ${(page - 1) * pageSize}
    )
    select e.id, e.type, e.created, counted.total
    from (select count(*)::int as total from recent) counted
    left join one_page p on true
    left join stripe_events e on e.id = p.event_id
    order by p.created ${direction}, p.event_id ${direction}`);
  return {
    items: rows.flatMap(({ id, type, created }) => (id === null ? [] : [{ id, type, created: new Date(created) }])),
    total: rows[0]?.total ?? 0,
  };
}
