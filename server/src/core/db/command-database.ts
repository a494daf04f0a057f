import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { findEmbeddedPostgres, startEmbeddedPostgres } from '@portico/postgres';
import type { Config } from '../config.ts';
import { compareAppSecret } from './app-secret.ts';
import { type Database, openDatabase } from './database.ts';
import { DataDirInUseError, lockDataDir } from './instance-lock.ts';
import { requireDatabase } from './require-database.ts';

/**
 * Opens the portal's database for a command: the one in DATABASE_URL, or the embedded one, which is started if
 * necessary.
 * @param mayMake whether a missing embedded database may be created.
 * @param anySecret whether APP_SECRET may differ from the database's (RUN-17).
 * @throws EmbeddedPostgresError, DatabaseError, InstallationError, and an Error if no portal has run in the folder or one is starting.
 */
export async function openCommandDatabase(
  config: Config,
  opened: AsyncDisposableStack,
  { mayMake, anySecret = false }: { mayMake: boolean; anySecret?: boolean },
): Promise<{ database: Database; databaseUrl: string }> {
  const databaseUrl = config.databaseUrl ?? (await openEmbedded(config.dataDir, opened, mayMake));
  const database = openDatabase(databaseUrl, 4, () => {});
  opened.defer(() => database.close());
  await requireDatabase(database.pool);
  if (!anySecret) await compareAppSecret(database, config.appSecret);
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
