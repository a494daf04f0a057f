import { type Config, readConfig } from '../../../config.ts';
import { openCommandDatabase } from '../../../db/command-database.ts';
import type { Database } from '../../../db/database.ts';
import { migrate } from '../../../db/migrations.ts';
import { createCatalogGateway } from '../../../stripe/calls/catalog-gateway.ts';
import { openCommandStripe } from '../../../stripe/command-stripe.ts';
import { claimProvider } from '../../../stripe/provider.ts';
import type { ReadCatalog } from '../file/read-catalog-file.ts';
import { hasTables } from './apply.queries.ts';
import { applyCatalog, diffCatalog } from './apply-catalog.ts';
import { describeChanges } from './report.ts';

/**
 * Diffs or applies a file with the database and the Stripe account of the environment (CAT-27). A portal may be running on them.
 * @returns the lines of the report.
 * @throws CatalogFileError; InstallationError when the database has ids of another Stripe account; other errors with a readable message.
 */
export async function diffOrApply(command: 'diff' | 'apply', catalog: ReadCatalog): Promise<string[]> {
  const config = readConfig();
  await using opened = new AsyncDisposableStack();
  const { database, databaseUrl } = await openCommandDatabase(config, opened, { mayMake: command === 'apply' });
  await prepareTables(database, config, command);
  const client = await openCommandStripe(config, databaseUrl, opened);
  const options = { database, gateway: createCatalogGateway(client), catalog };
  const changes = await (command === 'apply' ? applyCatalog(options) : diffCatalog(options));
  return describeChanges(changes);
}

async function prepareTables(database: Database, config: Config, command: 'diff' | 'apply'): Promise<void> {
  if (command === 'apply') {
    await migrate(database.pool);
    await claimProvider(database, config.stripe);
    return;
  }
  // A diff changes nothing, not even an empty database.
  if (!(await hasTables(database))) {
    throw new Error('The database has no tables of the catalog yet: apply puts everything in that the file has.');
  }
}
