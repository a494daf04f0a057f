import type { Config } from '../config.ts';
import { type Database, openDatabase } from './database.ts';
import { findEmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts';
import { DataDirInUseError, lockDataDir } from './instance-lock.ts';

/**
 * The portal's database for a command at the shell, whether or not a portal is running on it: the one of DATABASE_URL; else a running portal's
 * embedded one, or that one started for this command. `opened` puts away again what was opened.
 * @throws EmbeddedPostgresError, and in words when a portal on the folder is just starting.
 */
export async function openCommandDatabase(
  config: Config,
  opened: AsyncDisposableStack,
): Promise<{ database: Database; databaseUrl: string }> {
  const databaseUrl = config.databaseUrl ?? (await openEmbedded(config.dataDir, opened));
  const database = openDatabase(databaseUrl, 4, () => {});
  opened.defer(() => database.close());
  return { database, databaseUrl };
}

async function openEmbedded(dataDir: string, opened: AsyncDisposableStack): Promise<string> {
  try {
    const lock = await lockDataDir(dataDir);
    opened.defer(() => lock.release());
  } catch (error) {
    if (!(error instanceof DataDirInUseError)) throw error;
    const running = await findEmbeddedPostgres(dataDir);
    if (!running) throw new Error(`The portal on ${dataDir} is still starting. Try again in a moment.`);
    return running;
  }
  const server = await startEmbeddedPostgres(dataDir);
  opened.defer(() => server.stop());
  return server.connectionString;
}
