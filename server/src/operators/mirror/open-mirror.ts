import { pino } from 'pino';
import { cancellationRecords, onSubscriptionsMirrored } from '../../billing/index.ts';
import { createCatalog } from '../../catalog/index.ts';
import type { Config } from '../../core/config.ts';
import { openCommandDatabase } from '../../core/db/command-database.ts';
import { migrate } from '../../core/db/migrations.ts';
import { migrateQueue } from '../../core/jobs/queue.ts';
import { openCommandStripe } from '../../core/stripe/command-stripe.ts';
import { createGateway, createStripeClient, type MirrorMaintenance } from '../../core/stripe/index.ts';
import { claimProvider } from '../../core/stripe/provider.ts';
import { deliver } from '../../licensing/index.ts';

/**
 * Opens the mirror of an installation for a command. A portal may be running. Repairs update the accounts' subscriptions too, as in
 * the portal.
 * @param needsStripe whether to start the sandbox when it is used and does not run.
 * @throws with a readable message when no portal has run there yet; InstallationError when Stripe is needed and the database has ids of another
 * Stripe account.
 */
export async function openMirror(
  config: Config,
  opened: AsyncDisposableStack,
  { needsStripe }: { needsStripe: boolean },
): Promise<MirrorMaintenance> {
  const { database, databaseUrl } = await openCommandDatabase(config, opened, { mayMake: false });
  await migrate(database.pool);
  await migrateQueue(database.pool);
  if (needsStripe) await claimProvider(database, config.stripe);
  const logger = pino({ level: 'silent' });
  // Nothing is loaded before the first call.
  const client = needsStripe
    ? await openCommandStripe(config, databaseUrl, opened)
    : createStripeClient({ secretKey: 'sk_test_never_used', apiBase: undefined });
  const gateway = createGateway(database, client, logger);
  onSubscriptionsMirrored({ database, gateway, catalog: createCatalog({ database }), logger, cancellationRecords, deliver });
  return gateway.mirrorMaintenance;
}
