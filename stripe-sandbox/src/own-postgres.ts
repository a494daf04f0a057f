import { EmbeddedPostgresError, type OwnPostgres, startEmbeddedPostgres } from '@portico/postgres';
import pg from 'pg';

/** An error whose message explains the problem to the user. */
export class StartError extends Error {}

/**
 * Runs PostgreSQL on `folder` for one sandbox and creates it on the first start. Takes over the server of a killed
 * sandbox. @throws StartError when another sandbox uses the folder or this machine cannot run it.
 */
export async function startOwnPostgres(folder: string): Promise<OwnPostgres> {
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

async function start(folder: string): Promise<OwnPostgres> {
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

/** Locks the folder for this process. The lock belongs to a connection, so it ends with the process. */
async function claim(url: string, folder: string): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: url, application_name: 'stripe-sandbox owner' });
  client.on('error', () => {});
  await client.connect();
  const { rows } = await client.query(`select pg_try_advisory_lock(hashtext('stripe_sandbox.owner')) as mine`);
  if (rows[0].mine) return () => client.end();
  await client.end();
  throw new StartError(`Another sandbox runs on ${folder}. Stop it first, or give this one a folder with --data-dir.`);
}
