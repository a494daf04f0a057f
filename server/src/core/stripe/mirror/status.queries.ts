import { getTableName, type SQL, sql } from 'drizzle-orm';
import type { Database, Queryable } from '../../db/database.ts';
import { kinds } from './rows.ts';

const iso = (column: string) => sql.raw(`to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`);

export interface EventStatus {
  /** The event received last. Times are ISO 8601, UTC. */
  readonly lastEvent: {
    readonly id: string;
    readonly type: string;
    readonly created: string;
    readonly receivedAt: string;
  } | null;
  /** Events waiting to be applied, without dead ones. */
  readonly waiting: number;
  /** Age of the oldest waiting event in seconds; 0 if none waits. */
  readonly lagSeconds: number;
  /** Dead events. */
  readonly dead: number;
  /** The latest listing of events at Stripe, and the time up to which events are known. */
  readonly polledAt: string | null;
  readonly listedUpTo: string | null;
  readonly pollError: string | null;
  /** Number of events that no webhook delivered, since the first start. */
  readonly found: number;
}

/**
 * Why webhooks do not work: the last one was refused for its signature within an hour, or events of the last day came
 * from the catch-up only (MIR-18).
 */
export type WebhookFault = 'wrongSignature' | 'oldSignature' | 'notDelivered';

export interface RunStatus {
  readonly id: number;
  readonly kind: 'backfill' | 'repair';
  readonly state: 'running' | 'done' | 'failed';
  readonly since: string | null;
  readonly startedAt: string;
  readonly finishedAt: string | null;
  readonly error: string | null;
  /** Number of repaired differences from Stripe; so far, while it runs. */
  readonly differences: number;
  /** Listed objects, finished steps, and all steps. */
  readonly listed: number;
  readonly stepsDone: number;
  readonly steps: number;
  /** The current list. */
  readonly step: string | null;
}

export interface DeadEvent {
  readonly id: string;
  readonly type: string;
  readonly objectId: string | null;
  readonly customerId: string | null;
  readonly created: string;
  readonly failedAt: string;
  readonly error: string | null;
}

export interface RepairedDifference {
  readonly objectType: string;
  readonly objectId: string;
  readonly customerId: string | null;
  readonly kind: 'missing' | 'changed' | 'gone';
  readonly fields: string[];
  readonly foundAt: string;
}

interface Paging {
  readonly page: number;
  readonly pageSize: number;
}

const pageOffset = ({ page, pageSize }: Paging) => (page - 1) * pageSize;

const runStatus = sql`
  select r.id, r.kind, r.state, r.error, ${iso('r.since')} as since, ${iso('r.started_at')} as "startedAt", ${iso('r.finished_at')} as "finishedAt",
    case when r.state = 'running' then coalesce(s.changed, 0) else r.differences end as differences,
    coalesce(s.listed, 0) as listed, coalesce(s.done, 0) as "stepsDone", coalesce(s.steps, 0) as steps,
    case when r.state = 'running' then s.step end as step
  from stripe_mirror_runs r
  left join lateral (
    select sum(listed)::int as listed, sum(changed)::int as changed, count(finished_at)::int as done, count(*)::int as steps,
      (array_agg(name order by position) filter (where finished_at is null))[1] as step
    from stripe_mirror_steps where run_id = r.id
  ) s on true`;

async function selectRows<Row>(on: Queryable, statement: SQL): Promise<Row[]> {
  return (await on.execute(statement)).rows as Row[];
}

/** The mirror's status for operators. */
export function createMirrorStatus({ query }: Database) {
  return {
    events: () => readEventStatus(query),
    webhookFault: () => findWebhookFault(query),
    /**
     * When Stripe last listed its events, ISO 8601 in UTC; null if the latest listing succeeded, or none ever did
     * (MIR-17).
     */
    staleSince: () => findStaleSince(query),
    /** The newest run of a kind. */
    lastRun: (kind: RunStatus['kind']) => findLastRun(query, kind),
    findRun: (id: number) => findRun(query, id),
    /** Repairs, newest first. */
    listRepairs: (paging: Paging) => listRepairs(query, paging),
    /** The differences of a repair, in the order in which they were found. */
    listDifferences: (runId: number, paging: Paging) => listDifferences(query, runId, paging),
    /** Dead events, newest failure first. */
    listDeadEvents: (paging: Paging) => listDeadEvents(query, paging),
    /**
     * Counts the rows of each table, and those marked as deleted. It reads every row, so it is only for the command
     * line.
     */
    tables: () => countRows(query),
  };
}

async function readEventStatus(on: Queryable): Promise<EventStatus> {
  const [[status], [last]] = await Promise.all([
    selectRows<Omit<EventStatus, 'lastEvent'>>(
      on,
      sql`
        select (select count(*)::int from stripe_events where applied_at is null and failed_at is null) as waiting,
          coalesce((select greatest(0, extract(epoch from now() - min(received_at)))::int from stripe_events
            where applied_at is null and failed_at is null), 0) as "lagSeconds",
          (select count(*)::int from stripe_events where failed_at is not null) as dead,
          ${iso('c.polled_at')} as "polledAt", ${iso('c.event_created')} as "listedUpTo", c.error as "pollError", coalesce(c.found, 0) as found
        from (select 1) as one left join stripe_event_cursor c on true`,
    ),
    selectRows<NonNullable<EventStatus['lastEvent']>>(
      on,
      sql`select id, type, ${iso('created')} as created, ${iso('received_at')} as "receivedAt" from stripe_events order by received_at desc limit 1`,
    ),
  ]);
  if (!status) throw new Error('the status of events is one row');
  return { ...status, lastEvent: last ?? null };
}

/** Minimum number of undelivered events in a day for webhooks to count as faulty. */
const enoughEvents = 5;

async function findWebhookFault(on: Queryable): Promise<WebhookFault | null> {
  // Events that happened while no portal ran are left out, because the catch-up may find them first.
  const rows = await selectRows<{ fault: WebhookFault | null }>(
    on,
    sql`select case
        when refused_at > now() - interval '1 hour'
          and not exists (select from stripe_events where source = 'webhook' and received_at > refused_at) then refusal
        when not exists (select from stripe_events where source = 'webhook' and received_at > now() - interval '1 day')
          and (select count(*) from (select from stripe_events where source = 'catch_up' and received_at > now() - interval '1 day'
            and created > received_at - interval '15 minutes' limit ${enoughEvents}) as found) = ${enoughEvents} then 'notDelivered'
      end as fault from stripe_event_cursor`,
  );
  return rows[0]?.fault ?? null;
}

async function findStaleSince(on: Queryable): Promise<string | null> {
  const rows = await selectRows<{ polledAt: string | null }>(
    on,
    sql`select ${iso('polled_at')} as "polledAt" from stripe_event_cursor where error is not null`,
  );
  return rows[0]?.polledAt ?? null;
}

async function findLastRun(on: Queryable, kind: RunStatus['kind']): Promise<RunStatus | null> {
  const rows = await selectRows<RunStatus>(on, sql`${runStatus} where r.kind = ${kind} order by r.id desc limit 1`);
  return rows[0] ?? null;
}

async function findRun(on: Queryable, id: number): Promise<RunStatus | null> {
  return (await selectRows<RunStatus>(on, sql`${runStatus} where r.id = ${id}`))[0] ?? null;
}

async function listRepairs(on: Queryable, paging: Paging): Promise<{ items: RunStatus[]; total: number }> {
  const [items, [counted]] = await Promise.all([
    selectRows<RunStatus>(
      on,
      sql`${runStatus} where r.kind = 'repair' order by r.id desc limit ${paging.pageSize} offset ${pageOffset(paging)}`,
    ),
    selectRows<{ total: number }>(on, sql`select count(*)::int as total from stripe_mirror_runs where kind = 'repair'`),
  ]);
  return { items, total: counted?.total ?? 0 };
}

async function listDifferences(
  on: Queryable,
  runId: number,
  paging: Paging,
): Promise<{ items: RepairedDifference[]; total: number }> {
  const [items, [counted]] = await Promise.all([
    selectRows<RepairedDifference>(
      on,
      sql`select object_type as "objectType", object_id as "objectId", customer_id as "customerId", kind, fields, ${iso('found_at')} as "foundAt"
        from stripe_mirror_differences where run_id = ${runId} order by id limit ${paging.pageSize} offset ${pageOffset(paging)}`,
    ),
    selectRows<{ total: number }>(
      on,
      sql`select count(*)::int as total from stripe_mirror_differences where run_id = ${runId}`,
    ),
  ]);
  return { items, total: counted?.total ?? 0 };
}

async function listDeadEvents(on: Queryable, paging: Paging): Promise<{ items: DeadEvent[]; total: number }> {
  const [items, [counted]] = await Promise.all([
    selectRows<DeadEvent>(
      on,
      sql`select id, type, object_id as "objectId", customer_id as "customerId", ${iso('created')} as created, ${iso('failed_at')} as "failedAt", error
        from stripe_events where failed_at is not null order by failed_at desc, id desc limit ${paging.pageSize} offset ${pageOffset(paging)}`,
    ),
    selectRows<{ total: number }>(
      on,
      sql`select count(*)::int as total from stripe_events where failed_at is not null`,
    ),
  ]);
  return { items, total: counted?.total ?? 0 };
}

function countRows(on: Queryable): Promise<{ table: string; rows: number; deleted: number }[]> {
  const counts = Object.values(kinds).map(({ table }) => {
    const name = getTableName(table);
    return sql`select ${name}::text as table, count(*) filter (where not deleted)::int as rows, count(*) filter (where deleted)::int as deleted from ${sql.identifier(name)}`;
  });
  return selectRows(on, sql.join(counts, sql` union all `));
}
