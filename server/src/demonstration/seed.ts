import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import {
  findUserByEmail,
  listCompanies,
  moveAccount,
  replaceUserProducts,
  seedDemonstrationPeople,
} from '../accounts/index.ts';
import { applyCatalogFile } from '../catalog/index.ts';
import type { Config } from '../core/config.ts';
import type { Database } from '../core/db/database.ts';
import { isStepDone, markStepDone } from '../core/db/installation.ts';
import type { StripeClient } from '../core/stripe/index.ts';
import { historyWanted } from './script.ts';

const noteKey = 'demonstration';
const demonstrationCatalog = fileURLToPath(new URL('../../../catalog/veriscan.yaml', import.meta.url));

/** Whether the demonstration was made whole; one whose making was interrupted is gone on with. */
export function isDemonstrationReady(database: Database): Promise<boolean> {
  return isStepDone(database, noteKey);
}

/**
 * Makes the demonstration: its people, and the vendor's catalogue or the one that CATALOG_FILE names. Every step may be repeated.
 * @throws CatalogFileError naming what is wrong with the file.
 */
export async function seedDemonstration(
  config: Config,
  database: Database,
  client: StripeClient,
  logger: Logger,
): Promise<void> {
  await seedDemonstrationPeople(database);
  const file = config.catalogFile ?? demonstrationCatalog;
  const { productIds } = await applyCatalogFile({ file, database, client });
  await giveBrand(database, 'owner@globex.example', 'northgate');
  // Owners and admins have every product; one of the others may look at all, the other uses some.
  await giveProducts(database, 'readonly@acme.example', productIds);
  await giveProducts(database, 'user@acme.example', productIds.slice(0, 3));
  // It is about what the vendor sells that comes with the product (DEMO-7).
  if (config.demonstrationHistory && !config.catalogFile) await markStepDone(database, historyWanted);
  await markStepDone(database, noteKey);
  logger.info('the demonstration was made');
}

/** Puts a user's account under a brand of the catalog file, where it has it: two accounts show what a brand changes. */
async function giveBrand(database: Database, email: string, slug: string): Promise<void> {
  const user = await findUserByEmail(database.query, email);
  const company = (await listCompanies(database.query)).find((one) => one.slug === slug);
  if (user && company) await moveAccount(database.query, user.accountId, company.id);
}

async function giveProducts(database: Database, email: string, productIds: readonly string[]): Promise<void> {
  const user = await findUserByEmail(database.query, email);
  if (user) await replaceUserProducts(database.query, user.id, productIds);
}
