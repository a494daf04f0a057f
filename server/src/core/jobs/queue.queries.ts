import { type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../db/database.ts';

export interface NewJob {
  readonly name: string;
  readonly payload: object;
  readonly maxAttempts: number;
  readonly key: string | undefined;
  readonly runAt: Date | undefined;
  readonly queue: string | undefined;
}

/** Maximum number of tries to add a job to the queue. */
export const maxTries = 20;

/**
 * Adds a job. If the job of this key was just started, the queue at first adds nothing, so this function tries again.
 * @throws if every try fails. The transaction must not be committed then.
 */
export async function insertJob(transaction: Queryable, job: NewJob): Promise<void> {
  for (let tries = 1; tries <= maxTries; tries += 1) {
    const { rows } = await transaction.execute(
      sql`select id from graphile_worker.add_job(${job.name}, payload := ${JSON.stringify(job.payload)}::json, queue_name := ${job.queue ?? null},
      run_at := ${job.runAt?.toISOString() ?? null}::timestamptz, max_attempts := ${job.maxAttempts}, job_key := ${job.key ?? null})`,
    );
    if (rows[0]?.id) return;
  }
  throw new Error(`The queue did not accept the job ${job.name}`);
}

/** Priority of bulk jobs. The queue takes lower numbers first; the default is 0. */
const bulkPriority = 10;

/** Adds jobs without keys, which start after those of `insertJob`. */
export async function insertJobs(
  transaction: Queryable,
  { name, maxAttempts }: Pick<NewJob, 'name' | 'maxAttempts'>,
  jobs: readonly { readonly payload: object; readonly queue: string }[],
): Promise<void> {
  await transaction.execute(sql`
    select count(*) from graphile_worker.add_jobs(array(
      select row(${name}::text, payload, queue, null, ${maxAttempts}::smallint, null, ${bulkPriority}::smallint, null)::graphile_worker.job_spec
      from jsonb_to_recordset(${JSON.stringify(jobs)}::jsonb) as job (payload json, queue text)))`);
}

/** A job that has not started, in the state in which it was seen. */
export interface WaitingJob {
  readonly id: string;
  /** Incremented by each replacement under the job's key. */
  readonly revision: number;
  readonly payload: unknown;
}

/**
 * The next jobs of a queue that were never tried, in their order. While a job of the queue runs, nobody else starts
 * them.
 * @param queue an expression that names the queue.
 * @param like fields that the payload contains.
 */
export async function listNextJobs(on: Queryable, queue: SQL, like: object, limit: number): Promise<WaitingJob[]> {
  const { rows } = await on.execute<WaitingJob & Record<string, unknown>>(
    sql`select id, revision, payload from graphile_worker._private_jobs
      where is_available and attempts = 0 and run_at <= now() and payload::jsonb @> ${JSON.stringify(like)}::jsonb
        and job_queue_id = (select id from graphile_worker._private_job_queues where queue_name = ${queue})
      order by priority, run_at, id limit ${limit}`,
  );
  return rows;
}

/**
 * Deletes jobs whose work is already done, except those that were started or replaced since they were seen. A job
 * that is being replaced right now is also kept, so that the statement never waits and cannot deadlock.
 */
export async function dropJobs(on: Queryable, jobs: readonly WaitingJob[]): Promise<void> {
  if (jobs.length === 0) return;
  await on.execute(
    sql`delete from graphile_worker._private_jobs where id in (
      select waiting.id from graphile_worker._private_jobs as waiting
      join jsonb_to_recordset(${JSON.stringify(jobs)}::jsonb) as done (id bigint, revision integer) using (id, revision)
      where waiting.locked_at is null for update of waiting skip locked)`,
  );
}

/** How many jobs are due, how many have failed for good, and since when the oldest due job has waited. */
export async function countJobs(on: Queryable): Promise<{ waiting: number; failed: number; oldestAt: Date | null }> {
  const { rows } = await on.execute<{ waiting: number; failed: number; oldest: string | null }>(sql`
    select count(*) filter (where is_available and run_at <= now())::int as waiting,
           count(*) filter (where attempts >= max_attempts and locked_at is null)::int as failed,
           min(run_at) filter (where is_available and run_at <= now()) as oldest
    from graphile_worker._private_jobs`);
  const found = rows[0];
  return {
    waiting: found?.waiting ?? 0,
    failed: found?.failed ?? 0,
    oldestAt: found?.oldest ? new Date(found.oldest) : null,
  };
}
