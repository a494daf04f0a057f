import { type Audit, createAudit, listOperatorAccounts } from '../../accounts/index.ts';
import type { Config } from '../../core/config.ts';
import { openCommandDatabase } from '../../core/db/command-database.ts';
import type { Database } from '../../core/db/database.ts';
import { migrate } from '../../core/db/migrations.ts';
import { createCatalogGateway } from '../../core/stripe/calls/catalog-gateway.ts';
import { openCommandStripe } from '../../core/stripe/command-stripe.ts';
import { claimProvider } from '../../core/stripe/provider.ts';
import { inSnapshot } from '../catalog.queries.ts';
import { createAuditDetail } from '../drafts/presentation.ts';
import { findDifferences } from '../file/differences.ts';
import type { ReadCatalog } from '../file/read-catalog-file.ts';
import { writeCatalogFile } from '../file/write-catalog-file.ts';
import { readPublished } from '../versions/published.ts';
import { hasTables } from './apply.queries.ts';
import { type ApplyOptions, applyCatalog, diffCatalog } from './apply-catalog.ts';
import { describeChanges } from './report.ts';

/**
 * Writes the published catalog to a file, with its pictures beside it (CAT-46).
 * @returns the lines of the report
 * @throws Error with a readable message, also before the first version
 */
export async function exportCatalog(file: string, config: Config): Promise<string[]> {
  await using opened = new AsyncDisposableStack();
  const { database } = await openCommandDatabase(config, opened, { mayMake: false });
  const published = (await hasTables(database, 'catalog_versions'))
    ? await inSnapshot(database, readPublished)
    : undefined;
  if (!published)
    throw new Error('The database has no version of the catalog yet: apply the file once, even if nothing differs.');
  const pictures = writeCatalogFile(published.definition, file);
  return [
    `${file} is written: version ${published.id}, ${pictures.length} ${pictures.length === 1 ? 'picture' : 'pictures'}.`,
  ];
}

/**
 * Diffs or applies a file with the installation's database and Stripe account (CAT-27), while a portal may be running.
 * @returns the lines of the report
 * @throws CatalogFileError; InstallationError if the database belongs to another Stripe account; other errors with a readable message
 */
export async function diffOrApply(command: 'diff' | 'apply', catalog: ReadCatalog, config: Config): Promise<string[]> {
  await using opened = new AsyncDisposableStack();
  const { database, databaseUrl } = await openCommandDatabase(config, opened, { mayMake: command === 'apply' });
  await prepareTables(database, config, command);
  const client = await openCommandStripe(config, databaseUrl, opened);
  const options = { database, gateway: createCatalogGateway(client), catalog };
  const record = createRecorder(createAudit({ database, appSecret: config.appSecret }), catalog);
  const changes = await (command === 'apply' ? applyCatalog({ ...options, record }) : diffCatalog(options));
  return describeChanges(changes);
}

/** Records what a file changed in the audit log of the operators' accounts. The user of the command line is unknown. */
function createRecorder(audit: Audit, { file, written }: ReadCatalog): ApplyOptions['record'] {
  return async (transaction, { before, summary }) => {
    const detail = { file, ...summary, ...createAuditDetail(findDifferences(before ?? {}, written)) };
    const accounts = await listOperatorAccounts(transaction);
    for (const accountId of accounts.length > 0 ? accounts : [null]) {
      await audit.record({ kind: 'catalogApplied', accountId, detail }, transaction);
    }
  };
}

async function prepareTables(database: Database, config: Config, command: 'diff' | 'apply'): Promise<void> {
  if (command === 'apply') {
    await migrate(database.pool);
    await claimProvider(database, config.stripe);
    return;
  }
  // A diff changes nothing, not even an empty database.
  if (!(await hasTables(database, 'catalog_coupons'))) {
    throw new Error('The database has no tables of the catalog yet: apply adds everything in the file.');
  }
}
