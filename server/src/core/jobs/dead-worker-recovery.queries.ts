import type pg from 'pg';

const lockClass = 727_466;

/** Marks `pool` as running for as long as `client`'s connection is open. */
export async function holdLock(client: pg.PoolClient, pool: string): Promise<void> {
  await client.query('select pg_advisory_lock($1, hashtext($2))', [lockClass, pool]);
}

/** Removes that mark. */
export async function releaseLock(client: pg.PoolClient, pool: string): Promise<void> {
  await client.query('select pg_advisory_unlock($1, hashtext($2))', [lockClass, pool]);
}

/**
 * Releases the jobs and queues of pools without a lock, and deletes jobs that were replaced meanwhile.
 * @param ours pools of this process; excluded, because a session can acquire its own lock twice.
 */
export async function releaseJobsOfDeadWorkers(client: pg.PoolClient, ours: readonly string[]): Promise<void> {
  const { rows } = await client.query<{ pool: string }>(
    `with holders as materialized (
       select locked_by as pool from graphile_worker._private_jobs where locked_by is not null and locked_by <> all($2::text[])
       union
       select locked_by from graphile_worker._private_job_queues where locked_by is not null and locked_by <> all($2::text[])
     )
     select pool from holders where pg_try_advisory_xact_lock($1, hashtext(pool))`,
    [lockClass, [...ours]],
  );
  const dead = rows.map(({ pool }) => pool);
  if (dead.length > 0) {
    // A job that was replaced while it ran has no attempts left. If released, it would count as failed forever.
    await client.query(
      `delete from graphile_worker._private_jobs
       where locked_by = any($1) and key is null and attempts >= max_attempts and updated_at > locked_at`,
      [dead],
    );
    await client.query('select graphile_worker.force_unlock_workers($1)', [dead]);
  }
  // A queue is locked and released together with its one running job. A queue that stays locked without such a job
  // would be blocked for hours.
  await client.query(
    `update graphile_worker._private_job_queues q set locked_at = null, locked_by = null
     where locked_at < now() - interval '30 seconds'
       and not exists (select from graphile_worker._private_jobs j where j.job_queue_id = q.id and j.locked_at is not null)`,
  );
}
