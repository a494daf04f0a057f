import { getTableName, sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { kinds } from './rows.ts';

const iso = (column: string) => sql.raw(`to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`);

export interface EventStatus {
  /** The event received last. Moments are ISO 8601, UTC. */
  readonly lastEvent: {
    readonly id: string;
    readonly type: string;
    readonly created: string;
    readonly receivedAt: string;
  } | null;
  /** Events that wait to be applied, dead ones aside. */
  readonly waiting: number;
  /** Seconds that the oldest of them has waited; 0 when none waits. */
  readonly lagSeconds: number;
  /** Dead events. */
  readonly dead: number;
  /** When Stripe was last asked for events, and up to when they are known. */
  readonly polledAt: string | null;
  readonly listedUpTo: string | null;
  readonly pollError: string | null;
  /** Events that no webhook brought, over all time. */
  readonly found: number;
}

export interface RunStatus {
  readonly id: number;
  readonly kind: 'backfill' | 'repair';
  readonly state: 'running' | 'done' | 'failed';
  readonly since: string | null;
  readonly startedAt: string;
  readonly finishedAt: string | null;
  readonly error: string | null;
  /** What differed from Stripe and was mended; so far, while it runs. */
  readonly differences: number;
  /** Objects that were listed, and the steps done of all. */
  readonly listed: number;
  readonly stepsDone: number;
  readonly steps: number;
  /** The list that is gone through now. */
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

const offsetOf = ({ page, pageSize }: Paging) => (page - 1) * pageSize;

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

/** What operators are told of the mirror. */
export function createMirrorStatus({ query }: Database) {
  const rowsOf = async <Row>(statement: ReturnType<typeof sql>) => (await query.execute(statement)).rows as Row[];
  return {
    async events(): Promise<EventStatus> {
      const [[status], [last]] = await Promise.all([
        rowsOf<Omit<EventStatus, 'lastEvent'>>(sql`
          select (select count(*)::int from stripe_events where applied_at is null and failed_at is null) as waiting,
            coalesce((select greatest(0, extract(epoch from now() - min(received_at)))::int from stripe_events
              where applied_at is null and failed_at is null), 0) as "lagSeconds",
            (select count(*)::int from stripe_events where failed_at is not null) as dead,
            ${iso('c.polled_at')} as "polledAt", ${iso('c.event_created')} as "listedUpTo", c.error as "pollError", coalesce(c.found, 0) as found
          from (select 1) as one left join stripe_event_cursor c on true`),
        rowsOf<NonNullable<EventStatus['lastEvent']>>(
          sql`select id, type, ${iso('created')} as created, ${iso('received_at')} as "receivedAt" from stripe_events order by received_at desc limit 1`,
        ),
      ]);
      if (!status) throw new Error('the status of events is one row');
      return { ...status, lastEvent: last ?? null };
    },

    /** The newest run of a kind. */
    async lastRun(kind: RunStatus['kind']): Promise<RunStatus | null> {
      const rows = await rowsOf<RunStatus>(sql`${runStatus} where r.kind = ${kind} order by r.id desc limit 1`);
      return rows[0] ?? null;
    },

    async findRun(id: number): Promise<RunStatus | null> {
      return (await rowsOf<RunStatus>(sql`${runStatus} where r.id = ${id}`))[0] ?? null;
    },

    /** Repairs, newest first. */
    async listRepairs(paging: Paging): Promise<{ items: RunStatus[]; total: number }> {
      const [items, [counted]] = await Promise.all([
        rowsOf<RunStatus>(
          sql`${runStatus} where r.kind = 'repair' order by r.id desc limit ${paging.pageSize} offset ${offsetOf(paging)}`,
        ),
        rowsOf<{ total: number }>(sql`select count(*)::int as total from stripe_mirror_runs where kind = 'repair'`),
      ]);
      return { items, total: counted?.total ?? 0 };
    },

    /** What a repair mended, in the order in which it was found. */
    async listDifferences(runId: number, paging: Paging): Promise<{ items: RepairedDifference[]; total: number }> {
      const [items, [counted]] = await Promise.all([
        rowsOf<RepairedDifference>(
          sql`select object_type as "objectType", object_id as "objectId", customer_id as "customerId", kind, fields, ${iso('found_at')} as "foundAt"
            from stripe_mirror_differences where run_id = ${runId} order by id limit ${paging.pageSize} offset ${offsetOf(paging)}`,
        ),
        rowsOf<{ total: number }>(
          sql`select count(*)::int as total from stripe_mirror_differences where run_id = ${runId}`,
        ),
      ]);
      return { items, total: counted?.total ?? 0 };
    },

    /** Dead events, the latest first. */
    async listDeadEvents(paging: Paging): Promise<{ items: DeadEvent[]; total: number }> {
      const [items, [counted]] = await Promise.all([
        rowsOf<DeadEvent>(
          sql`select id, type, object_id as "objectId", customer_id as "customerId", ${iso('created')} as created, ${iso('failed_at')} as "failedAt", error
            from stripe_events where failed_at is not null order by failed_at desc, id desc limit ${paging.pageSize} offset ${offsetOf(paging)}`,
        ),
        rowsOf<{ total: number }>(sql`select count(*)::int as total from stripe_events where failed_at is not null`),
      ]);
      return { items, total: counted?.total ?? 0 };
    },

    /** Rows of each table that count, and those marked as deleted. Counts them all: for the command at the shell. */
    async tables(): Promise<{ table: string; rows: number; deleted: number }[]> {
      const counts = Object.values(kinds).map(({ table }) => {
        const name = getTableName(table);
        return sql`select ${name}::text as table, count(*) filter (where not deleted)::int as rows, count(*) filter (where deleted)::int as deleted from ${sql.identifier(name)}`;
      });
      return rowsOf(sql.join(counts, sql` union all `));
    },
  };
}
