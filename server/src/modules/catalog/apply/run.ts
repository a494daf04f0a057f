import { pino } from 'pino';
import { type Config, readConfig } from '../../../config.ts';
import { type Database, openDatabase } from '../../../db/database.ts';
import { findEmbeddedPostgres, startEmbeddedPostgres } from '../../../db/embedded-postgres.ts';
import { DataDirInUseError, lockDataDir } from '../../../db/instance-lock.ts';
import { migrate } from '../../../db/migrations.ts';
import { createCatalogGateway } from '../../../stripe/catalog-gateway.ts';
import { createStripeClient, type StripeClient } from '../../../stripe/client.ts';
import { sandboxKeys, sandboxWebhookSecret, startSandboxHost } from '../../../stripe/sandbox-host.ts';
import type { ReadCatalog } from '../file/read-catalog-file.ts';
import { hasTables } from './apply.queries.ts';
import { applyCatalog, diffCatalog } from './apply-catalog.ts';
import { describeChanges } from './report.ts';

/** Things to put away again, the newest first. */
type Closer = () => unknown;

/**
 * Diffs or applies with the database and the Stripe account of the environment (spec 3 'Running it'), whether or not a portal is running on them.
 * @returns lines for people.
 * @throws CatalogFileError, and what else stands in the way, in words.
 */
export async function diffOrApply(command: 'diff' | 'apply', catalog: ReadCatalog): Promise<string[]> {
  const config = readConfig();
  const closers: Closer[] = [];
  try {
    const databaseUrl = config.databaseUrl ?? (await openEmbedded(config.dataDir, closers));
    const database = openDatabase(databaseUrl, 4, () => {});
    closers.push(() => database.close());
    await prepareTables(database, command);
    const client = await openStripe(config, databaseUrl, closers);
    const options = { database, gateway: createCatalogGateway(client), catalog };
    const changes = await (command === 'apply' ? applyCatalog(options) : diffCatalog(options));
    return describeChanges(changes);
  } finally {
    for (const close of closers.reverse()) await close();
  }
}

/** The embedded database: a running portal's, or started for this command and stopped after it. */
async function openEmbedded(dataDir: string, closers: Closer[]): Promise<string> {
  let lock: Awaited<ReturnType<typeof lockDataDir>>;
  try {
    lock = await lockDataDir(dataDir);
  } catch (error) {
    if (!(error instanceof DataDirInUseError)) throw error;
    const running = await findEmbeddedPostgres(dataDir);
    if (!running) throw new Error(`The portal on ${dataDir} is still starting. Try again in a moment.`);
    return running;
  }
  closers.push(() => lock.release());
  const server = await startEmbeddedPostgres(dataDir);
  closers.push(() => server.stop());
  return server.connectionString;
}

async function prepareTables(database: Database, command: 'diff' | 'apply'): Promise<void> {
  if (command === 'apply') {
    await migrate(database.pool);
    return;
  }
  // A diff changes nothing, not even an empty database.
  if (!(await hasTables(database))) {
    throw new Error('The database has no tables of the catalogue yet: apply puts everything in that the file has.');
  }
}

async function openStripe(config: Config, databaseUrl: string, closers: Closer[]): Promise<StripeClient> {
  if (config.stripe.kind === 'stripe') {
    const { secretKey, apiBase } = config.stripe;
    return createStripeClient({ secretKey, apiBase });
  }
  const { secretKey } = sandboxKeys;
  if (config.stripe.apiBase) return createStripeClient({ secretKey, apiBase: config.stripe.apiBase });
  const publicUrl = config.publicUrl ?? `http://localhost:${config.port}`;
  const host = await startSandboxHost({
    databaseUrl,
    port: config.stripe.port,
    browserBase: `${publicUrl}/stripe-sandbox`,
    // The endpoint that the portal on this configuration registers: what happens now reaches it when it runs.
    webhook: {
      url: `${config.databaseUrl ? publicUrl : `http://127.0.0.1:${config.port}`}/stripe/webhook`,
      secret: sandboxWebhookSecret(config.appSecret),
    },
    logger: pino({ level: 'silent' }),
  });
  closers.push(() => host.close());
  return createStripeClient({ secretKey, apiBase: host.apiBase });
}
