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

const stepKey = 'demonstration';
const demonstrationCatalog = fileURLToPath(new URL('../../../catalog/veriscan.yaml', import.meta.url));

/** Whether the demo is complete. An interrupted one is resumed. */
export function isDemonstrationReady(database: Database): Promise<boolean> {
  return isStepDone(database, stepKey);
}

/**
 * Creates the demo: its users, and the vendor's catalog or the one in CATALOG_FILE. Every step may be repeated. @throws CatalogFileError with the
 * problems of the file
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
  await assignBrand(database, 'owner@globex.example', 'northgate');
  // Owners and admins have every product. Of the other users, one has read-only access to all, the other uses some.
  await assignProducts(database, 'readonly@acme.example', productIds);
  await assignProducts(database, 'user@acme.example', productIds.slice(0, 3));
  // The history is about products of the built-in catalog (DEMO-7).
  if (config.demonstrationHistory && !config.catalogFile) await markStepDone(database, historyWanted);
  await markStepDone(database, stepKey);
  logger.info('the demo’s data was created');
}

/** Moves a user's account to a brand of the catalog file, if it exists: two accounts show the effect of a brand. */
async function assignBrand(database: Database, email: string, slug: string): Promise<void> {
  const user = await findUserByEmail(database.query, email);
  const company = (await listCompanies(database.query)).find((one) => one.slug === slug);
  if (user && company) await moveAccount(database.query, user.accountId, company.id);
}

async function assignProducts(database: Database, email: string, productIds: readonly string[]): Promise<void> {
  const user = await findUserByEmail(database.query, email);
  if (user) await replaceUserProducts(database.query, user.id, productIds);
}
