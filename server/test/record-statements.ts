import type pg from 'pg';

/** Records the text of each statement that is sent through a test's pool from now on. */
export function recordStatements({ pool }: { pool: pg.Pool }, record: (statement: string) => void): void {
  const watched = new WeakSet<pg.PoolClient>();
  pool.on('acquire', (client) => {
    if (watched.has(client)) return;
    watched.add(client);
    const { query } = client;
    client.query = ((...sent: [string | { text: string }]) => {
      const [statement] = sent;
      record(typeof statement === 'string' ? statement : statement.text);
      return Reflect.apply(query, client, sent);
    }) as typeof query;
  });
}
