import { type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../db/database.ts';
import { listNextJobs, maxTries, type WaitingJob } from '../../jobs/queue.queries.ts';
import type { StoredEvent } from './events.ts';

/** The job that refreshes an object: its name and its tries, which span three days like Stripe's own (MIR-7). */
export const refreshJobName = 'stripe-refresh';
export const refreshAttempts = 20;
/** Below the priority of work that a user waits for: the queue runs small numbers first. */
const refreshPriority = 10;

const list = (values: readonly string[]) =>
  sql`array(select jsonb_array_elements_text(${JSON.stringify(values)}::jsonb))`;

/** One queue per type, so that a job finds enough objects behind it to fill one of Stripe's pages. */
const refreshQueueName = (objectType: SQL) => sql`${`${refreshJobName}-`}::text || ${objectType}`;

/**
 * Adds the jobs of `objects (object_type, object_id, object_created)`. An object has one waiting job, and its jobs run
 * one after another. If a job was just started, the queue adds none, and the caller must repeat it.
 */
const refreshJobs = sql`select job.key from (
    select array_agg(row(${refreshJobName}::text, json_build_object('type', object_type, 'id', object_id, 'created', object_created),
      ${refreshQueueName(sql`object_type`)}, null, ${refreshAttempts}::smallint, ${`${refreshJobName}-`}::text || object_id, ${refreshPriority}::smallint,
      null)::graphile_worker.job_spec order by object_id) as specs from objects having count(*) > 0
  ) as wanted cross join lateral graphile_worker.add_jobs(wanted.specs) as job`;

/** Objects for which the queue added no job. */
const objectsWithoutJob = sql`(select array_agg(object_id) from objects
  where ${`${refreshJobName}-`}::text || object_id not in (select key from jobs))`;

/** Age of a waiting event without a job at which the job counts as lost. */
const lostAfter = sql.raw("interval '1 minute'");

export const eventQueries = {
  /**
   * Stores new events, their contents and their jobs in one statement, all or nothing (MIR-6). An event in an unknown
   * form is dead from the start.
   * @returns the ids of the new ones.
   */
  async receive(on: Queryable, events: readonly StoredEvent[], source: 'webhook' | 'catch_up'): Promise<string[]> {
    if (events.length === 0) return [];
    const { rows } = await on.execute<{ ids: string[] | null; withoutJob: string[] | null }>(sql`
      with given as materialized (
        select * from jsonb_to_recordset(${JSON.stringify(events)}::jsonb) as given (id text, type text, created timestamptz, "objectType" text,
          "objectId" text, "customerId" text, "objectCreated" bigint, related text[], data jsonb, "isHint" boolean, error text)
      ), fresh as (
        insert into stripe_events (id, type, created, object_type, object_id, customer_id, data, source, applied_at, error, failed_at)
        select id, type, created, "objectType", "objectId", "customerId", data, ${source},
          case when error is null and not "isHint" then now() end, error, case when error is not null then now() end
        from given order by id
        on conflict do nothing returning id, object_type, object_id, applied_at, failed_at
      ), links as (
        insert into stripe_event_objects (object_id, created, event_id)
        select unnest(given.related), given.created, given.id from given join fresh on fresh.id = given.id
        on conflict do nothing
      ), objects as materialized (
        select fresh.object_type, fresh.object_id, max("objectCreated") as object_created from fresh join given on given.id = fresh.id
        where fresh.applied_at is null and fresh.failed_at is null group by 1, 2
      ), jobs as materialized (${refreshJobs})
      select array_agg(id) as ids, ${objectsWithoutJob} as "withoutJob" from fresh`);
    if (rows[0]?.withoutJob) await this.enqueueWaiting(on, rows[0].withoutJob);
    return rows[0]?.ids ?? [];
  },

  /** Adds jobs for those objects that have waiting events. */
  async enqueueWaiting(on: Queryable, objectIds: readonly string[]): Promise<void> {
    let without = objectIds;
    for (let tries = 1; without.length > 0; tries += 1) {
      if (tries > maxTries) throw new Error(`The queue did not accept the jobs of ${without.length} objects`);
      const { rows } = await on.execute<{ withoutJob: string[] | null }>(sql`
        with objects as materialized (
          select distinct object_type, object_id, null::bigint as object_created from stripe_events
          where object_id = any(${list(without)}) and applied_at is null
        ), jobs as materialized (${refreshJobs})
        select ${objectsWithoutJob} as "withoutJob"`);
      without = rows[0]?.withoutJob ?? [];
    }
  },

  /** Adds new jobs for waiting events whose jobs were lost, as a fallback. @returns the objects of these events. */
  async enqueueForgotten(on: Queryable): Promise<string[]> {
    const { rows } = await on.execute<{ object_id: string }>(sql`
      select distinct object_id from stripe_events where applied_at is null and failed_at is null and received_at < now() - ${lostAfter}
        and not exists (select from graphile_worker.jobs where key = ${`${refreshJobName}-`}::text || object_id) limit 1000`);
    const forgotten = rows.map(({ object_id: objectId }) => objectId);
    await this.enqueueWaiting(on, forgotten);
    return forgotten;
  },

  /** Jobs for objects of the same type that are queued behind an object's own job. */
  listJobsBehind: (on: Queryable, type: string, limit: number): Promise<WaitingJob[]> =>
    listNextJobs(on, refreshQueueName(sql`${type}::text`), { type }, limit),

  /** @returns the ids of waiting events, including dead ones, by object. */
  async listWaiting(on: Queryable, objectIds: readonly string[]): Promise<Map<string, string[]>> {
    const { rows } = await on.execute<{ objectId: string; ids: string[] }>(
      sql`select object_id as "objectId", array_agg(id) as ids from stripe_events
        where object_id = any(${list(objectIds)}) and applied_at is null group by object_id`,
    );
    return new Map(rows.map(({ objectId, ids }) => [objectId, ids]));
  },

  async markApplied(on: Queryable, ids: readonly string[]): Promise<void> {
    await on.execute(
      sql`update stripe_events set applied_at = now(), error = null, failed_at = null where id = any(${list(ids)})`,
    );
  },

  /** @param dead true if the events are not retried automatically. */
  async markFailed(on: Queryable, ids: readonly string[], error: string, dead: boolean): Promise<void> {
    await on.execute(
      sql`update stripe_events set error = ${error}, failed_at = case when ${dead} then now() else failed_at end
        where id = any(${list(ids)}) and applied_at is null`,
    );
  },

  /**
   * Retries dead events: one event with the others of its object, or all. An event without an object is only marked.
   * @returns their number.
   */
  async retryDead(on: Queryable, eventId: string | null): Promise<number> {
    const { rows } = await on.execute<{ retried: number; withoutJob: string[] | null }>(sql`
      with retried as (
        update stripe_events set failed_at = null, applied_at = case when object_id is null then now() end
        where failed_at is not null and applied_at is null and (${eventId}::text is null or id = ${eventId})
        returning object_type, object_id
      ), objects as materialized (
        select distinct object_type, object_id, null::bigint as object_created from retried where object_id is not null
      ), jobs as materialized (${refreshJobs})
      select count(*)::int as retried, ${objectsWithoutJob} as "withoutJob" from retried`);
    if (rows[0]?.withoutJob) await this.enqueueWaiting(on, rows[0].withoutJob);
    return rows[0]?.retried ?? 0;
  },

  /** Deletes events that are too old for any timeline. @returns their number. */
  async purge(on: Queryable, before: Date, limit: number): Promise<number> {
    const { rowCount } = await on.execute(
      sql`delete from stripe_events where id in (
        select id from stripe_events where created < ${before.toISOString()} and applied_at is not null order by created limit ${limit})`,
    );
    return rowCount ?? 0;
  },
};
