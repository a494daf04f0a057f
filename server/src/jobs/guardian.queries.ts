import type pg from 'pg';

const lockClass = 727_466;

/** Marks `worker` as living for as long as `client`'s connection is open. */
export async function holdLock(client: pg.PoolClient, worker: string): Promise<void> {
  await client.query('select pg_advisory_lock($1, hashtext($2))', [lockClass, worker]);
}

/**
 * Gives back the jobs of workers that hold jobs but not their lock. A lock that can be taken belongs to nobody alive.
 * @param ours workers of this process, left out: the same session may take its lock twice.
 */
export async function giveBackJobsOfTheDead(client: pg.PoolClient, ours: readonly string[]): Promise<void> {
  await client.query(
    `with holders as materialized (
       select distinct locked_by as worker from graphile_worker._private_jobs where locked_by is not null and locked_by <> all($2::text[])
     ), dead as materialized (
       select worker from holders where pg_try_advisory_xact_lock($1, hashtext(worker))
     )
     select graphile_worker.force_unlock_workers(array(select worker from dead)) where exists (select from dead)`,
    [lockClass, [...ours]],
  );
}
