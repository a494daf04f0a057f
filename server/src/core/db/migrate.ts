import { type Config, readConfig } from '../config.ts';
import { migrateQueue } from '../jobs/queue.ts';
import { printStartFailure } from '../start-failure.ts';
import { openCommandDatabase } from './command-database.ts';
import { migrate } from './migrations.ts';

/** `npm run db:migrate`: migrates the database without starting the portal. Every start also migrates it. */
async function migrateOnly(config: Config): Promise<void> {
  await using opened = new AsyncDisposableStack();
  const { database } = await openCommandDatabase(config, opened, { mayMake: true });
  const applied = await migrate(database.pool);
  await migrateQueue(database.pool);
  console.log(applied.length > 0 ? `Applied ${applied.join(', ')}.` : 'The database is up to date.');
}

try {
  await migrateOnly(readConfig());
} catch (error) {
  printStartFailure(error);
  process.exitCode = 1;
}
