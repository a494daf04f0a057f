import { pino } from 'pino';
import { createCatalog } from '../../catalog/index.ts';
import type { Config } from '../../core/config.ts';
import { openCommandDatabase } from '../../core/db/command-database.ts';
import { migrate } from '../../core/db/migrations.ts';
import type { CommandContext } from './licenses.commands.ts';

/**
 * Opens the licenses of an installation for a command. A portal may be running.
 * @throws with a readable message when no portal has run there yet.
 */
export async function openLicenses(
  config: Config,
  opened: AsyncDisposableStack,
): Promise<Omit<CommandContext, 'print'>> {
  const { database } = await openCommandDatabase(config, opened, { mayMake: false });
  await migrate(database.pool);
  return { database, config, catalog: createCatalog({ database }), logger: pino({ level: 'silent' }) };
}
