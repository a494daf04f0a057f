import { type SQL, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import type { Database } from './database.ts';

/** Rows in memory at once; few enough that a minor garbage collection frees them. */
const batchSize = 200;

/**
 * Reads the rows of a query in batches, all from one moment. The connection is held until the end. A pause longer
 * than `idle_in_transaction_session_timeout` breaks it.
 * @param query its columns by their names in the database.
 */
export async function* readByCursor<Row extends Record<string, unknown>>(
  { pool }: Pick<Database, 'pool'>,
  query: SQL,
): AsyncGenerator<Row[]> {
  const client = await pool.connect();
  const on = drizzle(client);
  let failure: Error | undefined;
  try {
    await on.execute(sql`begin read only`);
    await on.execute(sql`declare rows_in_parts no scroll cursor for ${query}`);
    for (;;) {
      const fetched = await on.execute(sql`fetch ${sql.raw(String(batchSize))} from rows_in_parts`);
      const rows = fetched.rows as Row[];
      if (rows.length > 0) yield rows;
      if (rows.length < batchSize) return;
    }
  } catch (error) {
    failure = error as Error;
    throw error;
  } finally {
    if (!failure) await on.execute(sql`rollback`).catch((error: Error) => (failure = error));
    // A connection with a failed transaction is not reused.
    client.release(failure);
  }
}
