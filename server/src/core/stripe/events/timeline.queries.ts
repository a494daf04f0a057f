import { sql } from 'drizzle-orm';
import type { Queryable } from '../../db/database.ts';

export interface TimelineRow {
  readonly id: string;
  readonly type: string;
  readonly created: Date;
}

/** The order of events of the same second, which Stripe sends in any order. Other kinds follow these. */
const kindsInOrder = [
  'invoice.created',
  'invoice.finalized',
  'invoice.sent',
  'payment_intent.created',
  'payment_intent.processing',
  'payment_intent.requires_action',
  'invoice.payment_action_required',
  'charge.pending',
  'charge.failed',
  'payment_intent.payment_failed',
  'invoice.payment_failed',
  'charge.succeeded',
  'charge.captured',
  'payment_intent.succeeded',
  'invoice_payment.paid',
  'invoice.payment_succeeded',
  'invoice.paid',
];

/**
 * Events about any of the objects, in the days before the newest event. Updates of
 * invoices are left out, and the three events of a failed payment are one (INV-33).
 * @param order of `created`. Kind and id make the order total, so that pages never overlap.
 */
export async function listEventsAbout(
  on: Queryable,
  objectIds: readonly string[],
  days: number,
  { page, pageSize, order }: { page: number; pageSize: number; order: 'asc' | 'desc' },
): Promise<{ items: TimelineRow[]; total: number }> {
  const ids = sql`${sql.param(objectIds)}::text[]`;
  const direction = order === 'asc' ? sql`asc` : sql`desc`;
  const inOrder = sql`created ${direction}, kind ${direction}, id ${direction}`;
  const { rows } = await on.execute<{ id: string | null; type: string; created: string; total: number }>(sql`
    with newest as (select max(created) as created from stripe_event_objects where object_id = any(${ids})),
    recent as (
      select distinct e.id, e.type, o.created, coalesce(array_position(${sql.param(kindsInOrder)}::text[], e.type), 1000) as kind
      from newest, stripe_event_objects o join stripe_events e on e.id = o.event_id
      where o.object_id = any(${ids}) and o.created > newest.created - make_interval(days => ${days})
        and e.type <> 'invoice.updated'
    ),
    shown as (
      select * from recent
      where type not in ('charge.failed', 'invoice.payment_failed') or not exists (
        select from recent failed where failed.type = 'payment_intent.payment_failed'
          and recent.created between failed.created - interval '1 minute' and failed.created + interval '1 minute')
    ),
    one_page as (select * from shown order by ${inOrder} limit ${pageSize} offset ${(page - 1) * pageSize})
    select id, type, created, counted.total from (select count(*)::int as total from shown) counted
    left join one_page on true order by ${inOrder}`);
  return {
    items: rows.flatMap(({ id, type, created }) => (id === null ? [] : [{ id, type, created: new Date(created) }])),
    total: rows[0]?.total ?? 0,
  };
}
