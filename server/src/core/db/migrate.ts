import type { Config } from '../config.ts';
import { installModuleResolution } from '../module-resolution.ts';

// The hooks apply to all modules loaded after this.
installModuleResolution();
const [{ readConfig }, { migrateQueue }, { printStartFailure }, { openCommandDatabase }, { migrate }] =
  await Promise.all([
    import('../config.ts'),
    import('../jobs/queue.ts'),
    import('../start-failure.ts'),
    import('./command-database.ts'),
    import('./migrations.ts'),
  ]);

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
