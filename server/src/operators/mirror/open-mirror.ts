import { pino } from 'pino';
import { createAudit } from '../../accounts/index.ts';
import { cancellationRecords, findOldestDueDates, onSubscriptionsMirrored } from '../../billing/index.ts';
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
 * Opens an installation's mirror for a command, also while a portal runs. Repairs also update subscriptions. @param needsStripe whether to start the
 * sandbox if it is used and not running @throws with a readable message if no portal has run there yet; InstallationError if Stripe is needed and the
 * database belongs to another Stripe account
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
  // Loads nothing before the first call.
  const client = needsStripe
    ? await openCommandStripe(config, databaseUrl, opened)
    : createStripeClient({ secretKey: 'sk_test_never_used', apiBase: undefined });
  const gateway = createGateway(database, client, logger);
  onSubscriptionsMirrored({
    database,
    gateway,
    catalog: createCatalog({ database }),
    audit: createAudit({ database, appSecret: config.appSecret }),
    logger,
    cancellationRecords,
    findOldestDueDates,
    deliver,
  });
  return gateway.mirrorMaintenance;
}
