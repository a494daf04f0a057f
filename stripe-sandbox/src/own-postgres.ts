import { type EmbeddedPostgres, EmbeddedPostgresError, startEmbeddedPostgres } from '@portico/postgres';
import pg from 'pg';

/** Said to the person who starts the sandbox; the message is the whole explanation. */
export class StartError extends Error {}

/**
 * Runs PostgreSQL for the only sandbox on `folder`, made at the first call. One that a killed sandbox left running is taken over.
 * @throws StartError with what to do: another sandbox uses the folder, or this machine cannot run it.
 */
export async function startOwnPostgres(folder: string): Promise<EmbeddedPostgres> {
  const server = await start(folder);
  const release = await claim(server.connectionString, folder);
  return {
    connectionString: server.connectionString,
    async stop() {
      await release();
      await server.stop();
    },
  };
}

async function start(folder: string): Promise<EmbeddedPostgres> {
  try {
    return await startEmbeddedPostgres(folder, {
      user: 'sandbox',
      database: 'postgres',
      advice: 'Give it a PostgreSQL 15 or newer with --database-url instead.',
    });
  } catch (error) {
    if (error instanceof EmbeddedPostgresError) throw new StartError(error.message);
    throw error;
  }
}

/** Makes this process the only one on the folder until it ends, however it ends: the lock belongs to a connection. */
async function claim(url: string, folder: string): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: url, application_name: 'stripe-sandbox owner' });
  client.on('error', () => {});
  await client.connect();
  const { rows } = await client.query(`select pg_try_advisory_lock(hashtext('stripe_sandbox.owner')) as mine`);
  if (rows[0].mine) return () => client.end();
  await client.end();
  throw new StartError(`Another sandbox runs on ${folder}. Stop it first, or give this one a folder with --data-dir.`);
}
