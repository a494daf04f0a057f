import { readConfig } from '../../config.ts';
import { openCommandDatabase } from '../../db/command-database.ts';
import { migrate } from '../../db/migrations.ts';
import type { KeysContext } from './license-keys.ts';

/**
 * Opens the licenses of the environment's installation for a command. A portal may be running.
 * @throws with a readable message when no portal has run there yet.
 */
export async function openLicenses(opened: AsyncDisposableStack): Promise<KeysContext> {
  const config = readConfig();
  const { database } = await openCommandDatabase(config, opened, { mayMake: false });
  await migrate(database.pool);
  return { database, config };
}
