import pg from 'pg';

/**
 * Opens a pool that survives broken connections: the current query fails, and the next use replaces the connection.
 * Without a listener on each client, a restart of PostgreSQL would end the process.
 * @param onConnectionError called for each broken connection, unless the pool is closing.
 */
export function openPool(config: pg.PoolConfig, onConnectionError: (error: Error) => void): pg.Pool {
  const pool = new pg.Pool(config);
  // The pool repeats the error of an idle client, which the listener below reports.
  pool.on('error', () => {});
  pool.on('connect', (client) =>
    client.on('error', (error) => {
      if (!pool.ending) onConnectionError(error);
    }),
  );
  return pool;
}
