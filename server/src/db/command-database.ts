import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { findEmbeddedPostgres, startEmbeddedPostgres } from '@portico/postgres';
import type { Config } from '../config.ts';
import { type Database, openDatabase } from './database.ts';
import { DataDirInUseError, lockDataDir } from './instance-lock.ts';
import { requireDatabase } from './require-database.ts';

/**
 * The portal's database for a command at the shell, whether or not a portal is running on it: the one of DATABASE_URL; else a running portal's
 * embedded one, or that one started for this command. `opened` puts away again what was opened.
 * @param mayMake whether an embedded one is made in a folder that has none: only by what a new installation may begin with.
 * @throws EmbeddedPostgresError, DatabaseError, and in words when no portal has run in the folder or one is just starting.
 */
export async function openCommandDatabase(
  config: Config,
  opened: AsyncDisposableStack,
  { mayMake }: { mayMake: boolean },
): Promise<{ database: Database; databaseUrl: string }> {
  const databaseUrl = config.databaseUrl ?? (await openEmbedded(config.dataDir, opened, mayMake));
  const database = openDatabase(databaseUrl, 4, () => {});
  opened.defer(() => database.close());
  await requireDatabase(database.pool);
  return { database, databaseUrl };
}

async function openEmbedded(dataDir: string, opened: AsyncDisposableStack, mayMake: boolean): Promise<string> {
  try {
    const lock = await lockDataDir(dataDir);
    opened.defer(() => lock.release());
  } catch (error) {
    if (!(error instanceof DataDirInUseError)) throw error;
    const running = await findEmbeddedPostgres(dataDir);
    if (!running) throw new Error(`The portal on ${dataDir} is still starting. Try again in a moment.`);
    return running;
  }
  if (!mayMake && !existsSync(join(dataDir, 'postgres', 'PG_VERSION'))) {
    throw new Error(`No portal has run in ${dataDir}. Is DATA_DIR set as it is for the portal?`);
  }
  const server = await startEmbeddedPostgres(dataDir);
  opened.defer(() => server.stop());
  return server.connectionString;
}
