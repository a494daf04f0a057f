import { type Config, readConfig } from '../config.ts';
import { migrateQueue } from '../jobs/queue.ts';
import { tellStartFailure } from '../start-failure.ts';
import { openDatabase } from './database.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { lockDataDir } from './instance-lock.ts';
import { migrate } from './migrations.ts';

/** `npm run db:migrate`: brings the database up to date without starting the portal, which does so itself at every start. */
async function migrateOnly(config: Config): Promise<void> {
  await using opened = new AsyncDisposableStack();
  let { databaseUrl } = config;
  if (!databaseUrl) {
    const lock = await lockDataDir(config.dataDir);
    opened.defer(() => lock.release());
    const embedded = await startEmbeddedPostgres(config.dataDir);
    opened.defer(() => embedded.stop());
    databaseUrl = embedded.connectionString;
  }
  const database = openDatabase(databaseUrl, 2, (error) => console.error(error.message));
  opened.defer(() => database.close());
  const applied = await migrate(database.pool);
  await migrateQueue(database.pool);
  console.log(applied.length > 0 ? `Applied ${applied.join(', ')}.` : 'The database is up to date.');
}

try {
  await migrateOnly(readConfig());
} catch (error) {
  tellStartFailure(error);
  process.exitCode = 1;
}
