import type { PoolClient } from 'pg';
import type { Database } from './database.ts';
import { type Site, Work } from './work.ts';

/**
 * Runs `run` in a transaction that holds the write lock. What the work has changed is kept once `run` has flushed it; when `run`
 * throws, nothing is.
 */
export async function inTransaction<T>(database: Database, site: Site, run: (work: Work) => Promise<T>): Promise<T> {
  const connection = await database.connect();
  try {
    await connection.query('begin');
    const work = new Work(connection, site);
    await work.lock();
    const result = await run(work);
    await connection.query('commit');
    connection.release();
    return result;
  } catch (error) {
    connection.release(await cannotRollBack(connection));
    throw error;
  }
}

/** Ends a transaction that failed. True for a connection that is broken and must not be used again. */
export async function cannotRollBack(connection: PoolClient): Promise<boolean> {
  return connection.query('rollback').then(
    () => false,
    () => true,
  );
}
