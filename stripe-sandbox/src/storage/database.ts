import { openPool } from '@portico/postgres';
import pg from 'pg';
import { randomText } from '../ids.ts';
import { migrate, SCHEMA } from './migrations.ts';

/** A pool whose connections see the sandbox's schema only. Small: the sandbox shares its database with the portal. */
export type Database = pg.Pool;

/**
 * A connection that always speaks the extended protocol, in which PostgreSQL takes one statement at a time: whatever finds its
 * way into a statement, no second one can follow it.
 */
class OneStatementClient extends pg.Client {
  override query = ((query: string | object, ...rest: unknown[]) => {
    const config = typeof query === 'string' ? { text: query } : query;
    return super.query({ ...config, queryMode: 'extended' } as never, ...(rest as []));
  }) as pg.Client['query'];
}

/** Opens the database and brings its schema up to date. */
export async function openDatabase(url: string): Promise<Database> {
  await bringUpToDate(url);
  return openPool(
    {
      connectionString: url,
      Client: OneStatementClient,
      max: 6,
      idleTimeoutMillis: 10_000,
      application_name: 'stripe-sandbox',
      // A statement need not wait for the answer to the one before it on the same connection.
      pipeline: true,
      // A commit is not waited for until it is on disk: it outlives the end of this process, however that ends, and a crash of
      // the machine may cost the last moment. What others commit on the same server later brings it to disk first, so a portal
      // never remembers a change that its sandbox has forgotten.
      // Plans are made while tables are small and kept: without this some would go on to read whole tables when they are large.
      options: `-c search_path=${SCHEMA} -c synchronous_commit=off -c enable_seqscan=off`,
    },
    // Whoever uses the connection is told by its query.
    () => {},
  );
}

/** Steps of the schema are scripts of several statements: they have a connection of their own. */
async function bringUpToDate(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, application_name: 'stripe-sandbox' });
  try {
    await client.connect();
    await migrate(client);
  } finally {
    await client.end();
  }
}

/** The id of this sandbox, the same for every process on one database. */
export async function instanceId(database: Database): Promise<string> {
  await database.query(`insert into settings (name, value) values ('instance', $1) on conflict do nothing`, [
    `sandbox_${randomText(24)}`,
  ]);
  const { rows } = await database.query(`select value from settings where name = 'instance'`);
  return rows[0].value;
}
