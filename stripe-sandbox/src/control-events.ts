import type Stripe from 'stripe';
import { type ControlContext, type DeclareControl, withWork } from './control-context.ts';
import { pageOf } from './endpoint.ts';
import { noSuch } from './errors.ts';
import { flag, needed, paging, readTable, text } from './parameters.ts';
import type { Database } from './storage/database.ts';

/** The delivery of an event to a webhook endpoint. Times in seconds. */
interface DeliveryView {
  endpoint: string;
  url: string;
  status: 'delivered' | 'waiting' | 'given_up';
  /** All attempts, including those before a redelivery on request. */
  attempts: number;
  /** The HTTP status or the error of the last attempt. */
  last_answer: string | null;
  delivered_at: number | null;
  next_attempt: number | null;
}

const listTable = { ...paging, delivered: flag(), related: text(), type: text(100) };

/** Events with their deliveries, and redelivery. */
export function registerEventControl(declare: DeclareControl, context: ControlContext): void {
  const { database } = context;

  declare('GET', 'events', ({ given }) => {
    const asked = readTable(listTable, given);
    return withWork(context, async (work) => {
      const { objects, hasMore } = await work.page('event', {
        ...pageOf(asked),
        ...(asked.type === undefined ? {} : typeQuery(asked.type)),
        ...(asked.related === undefined ? {} : { related: [asked.related] }),
        ...(asked.delivered === undefined ? {} : { isDelivered: asked.delivered }),
      });
      const deliveries = await listDeliveries(
        database,
        objects.map((event) => event.id),
      );
      return { data: objects.map((event) => brief(event, deliveries.get(event.id) ?? [])), has_more: hasMore };
    });
  });

  declare('GET', 'events/:id', ({ id }) =>
    withWork(context, async (work) => {
      const event = await work.get('event', id);
      return { event, deliveries: (await listDeliveries(database, [id])).get(id) ?? [] };
    }),
  );

  declare('POST', 'redeliver', async ({ given }) => {
    const { event, endpoint } = readTable({ endpoint: text(), event: needed(text()) }, given);
    const { rowCount } = await database.query(
      `insert into deliveries (event, endpoint)
       select event.id, endpoint.id from objects event, objects endpoint
       where event.id = $1 and event.type = 'event' and endpoint.type = 'webhook_endpoint'
         and ($2::text is null or endpoint.id = $2)
         and not endpoint.deleted and endpoint.data ->> 'status' = 'enabled'
       on conflict (event, endpoint) do update
         set due_at = now(), delivered_at = null, last_answer = null,
           attempts_before = deliveries.attempts_before + deliveries.attempts, attempts = 0`,
      [event, endpoint ?? null],
    );
    if (rowCount === 0) {
      const { rows } = await database.query(`select from objects where id = $1 and type = 'event'`, [event]);
      throw rows.length === 0
        ? noSuch('event', event, 'event')
        : noSuch('webhook endpoint', endpoint ?? '', 'endpoint');
    }
    context.onEvents();
    return { ok: true, deliveries: rowCount };
  });
}

/** The pattern `invoice.*` matches all types with that prefix. */
function typeQuery(type: string) {
  const escaped = type.replace(/[\\%_]/g, '\\$&');
  return type.endsWith('*') ? { like: { type: [`${escaped.slice(0, -1)}%`] } } : { match: { type } };
}

function brief(event: Stripe.Event, deliveries: DeliveryView[]) {
  const object = event.data.object as { id?: string; object?: string };
  return {
    id: event.id,
    type: event.type,
    created: event.created,
    object: { id: object.id ?? null, type: object.object ?? null },
    request: event.request?.id ?? null,
    deliveries,
  };
}

async function listDeliveries(database: Database, events: string[]): Promise<Map<string, DeliveryView[]>> {
  const { rows } = await database.query(
    `select d.event, d.endpoint, endpoint.data ->> 'url' as url, d.attempts_before + d.attempts as attempts, d.last_answer,
       extract(epoch from d.delivered_at)::bigint as delivered_at,
       case when d.due_at = 'infinity' then null else extract(epoch from d.due_at)::bigint end as due_at
     from deliveries d join objects endpoint on endpoint.id = d.endpoint
     where d.event = any($1) order by d.id`,
    [events],
  );
  const views = new Map<string, DeliveryView[]>();
  for (const row of rows) {
    const isDelivered = row.delivered_at !== null;
    const view: DeliveryView = {
      endpoint: row.endpoint,
      url: row.url,
      status: isDelivered ? 'delivered' : row.due_at === null ? 'given_up' : 'waiting',
      attempts: row.attempts,
      last_answer: row.last_answer,
      delivered_at: isDelivered ? Number(row.delivered_at) : null,
      next_attempt: isDelivered || row.due_at === null ? null : Number(row.due_at),
    };
    views.set(row.event, [...(views.get(row.event) ?? []), view]);
  }
  return views;
}
