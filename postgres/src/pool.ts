import pg from 'pg';

/**
 * Opens a pool that survives broken connections: the current query fails, and the next use replaces the connection.
 * Without a listener on each client, a restart of PostgreSQL would end the process.
 *
 * Settings of a session are made after it was opened. As startup parameters, PgBouncer would refuse or ignore them.
 * @param session settings by name, such as `statement_timeout`; one in the address counts instead.
 * @param onConnectionError called for each broken connection, unless the pool is closing.
 */
export function openPool(
  config: pg.PoolConfig & { readonly connectionString: string },
  session: Readonly<Record<string, string>>,
  onConnectionError: (error: Error) => void,
): pg.Pool {
  const inAddress = URL.parse(config.connectionString)?.searchParams;
  const settings = Object.entries(session).filter(([name]) => !inAddress?.has(name));
  const statement = `select ${settings.map((_, index) => `set_config($${2 * index + 1}, $${2 * index + 2}, false)`).join(', ')}`;
  // The pool waits for the promise, and closes the connection if it is rejected.
  const onConnect = (client: pg.ClientBase) => client.query(statement, settings.flat());
  const pool = new pg.Pool({ ...config, ...(settings.length > 0 && { onConnect }) });
  // The pool repeats the error of an idle client, which the listener below reports.
  pool.on('error', () => {});
  pool.on('connect', (client) =>
    client.on('error', (error) => {
      if (!pool.ending) onConnectionError(error);
    }),
  );
  return pool;
}
