import type { PoolClient } from 'pg';
import type { Database } from './database.ts';
import { type Site, Work } from './work.ts';

/**
 * Runs `run` in a transaction with the write lock. Flushed changes are committed. An exception rolls everything back.
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

/** Rolls back a failed transaction. Returns true for a broken connection that must not be reused. */
export async function cannotRollBack(connection: PoolClient): Promise<boolean> {
  return connection.query('rollback').then(
    () => false,
    () => true,
  );
}
