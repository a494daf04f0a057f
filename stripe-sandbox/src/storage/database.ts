import { openPool } from '@portico/postgres';
import pg from 'pg';
import { randomText } from '../ids.ts';
import { migrate, SCHEMA } from './migrations.ts';

/**
 * A pool whose connections see only the sandbox's schema. It is small, because the sandbox shares its database with
 * the portal.
 */
export type Database = pg.Pool;

/**
 * A connection that always uses the extended protocol, which allows one statement at a time. An injected second
 * statement therefore fails.
 */
class OneStatementClient extends pg.Client {
  override query = ((query: string | object, ...rest: unknown[]) => {
    const config = typeof query === 'string' ? { text: query } : query;
    return super.query({ ...config, queryMode: 'extended' } as never, ...(rest as []));
  }) as pg.Client['query'];
}

/** Opens the database and updates its schema. */
export async function openDatabase(url: string): Promise<Database> {
  await bringUpToDate(url);
  return openPool(
    {
      connectionString: url,
      Client: OneStatementClient,
      max: 6,
      idleTimeoutMillis: 10_000,
      application_name: 'stripe-sandbox',
      // Statements of a connection are sent without waiting for earlier answers.
      pipeline: true,
    },
    // Commits do not wait for the disk, so a crash of the machine may lose the latest. The portal commits later on the
    // same server, so it never knows of a lost commit. Sequential scans are off, because plans made for small tables are
    // kept.
    { search_path: SCHEMA, synchronous_commit: 'off', enable_seqscan: 'off' },
    // The error reaches the caller through the query.
    () => {},
  );
}

/** A migration has several statements, so it gets a connection without that restriction. */
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
