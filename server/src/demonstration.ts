import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import type { Database } from './db/database.ts';
import { isNoted, note } from './db/installation.ts';
import { seedDemonstrationPeople } from './modules/accounts/index.ts';
import { applyCatalogFile } from './modules/catalog/index.ts';
import type { StripeClient } from './stripe/index.ts';

const noteKey = 'demonstration';
const demonstrationCatalog = fileURLToPath(new URL('../../catalog/veriscan.yaml', import.meta.url));

/** Whether the demonstration was made whole; one whose making was interrupted is gone on with. */
export function isDemonstrationReady(database: Database): Promise<boolean> {
  return isNoted(database, noteKey);
}

/**
 * Makes the demonstration: its people, and the vendor's catalogue or the one that CATALOG_FILE names. Every step may be repeated.
 * @throws CatalogFileError naming what is wrong with the file.
 */
export async function seedDemonstration(config: Config, database: Database, client: StripeClient, logger: Logger): Promise<void> {
  await seedDemonstrationPeople(database);
  await applyCatalogFile({ file: config.catalogFile ?? demonstrationCatalog, database, client });
  await note(database, noteKey);
  logger.info('the demonstration was made');
}
