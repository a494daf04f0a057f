import type { Health } from '@portico/contract';
import { findUnencryptedConnections } from '../../core/config/unencrypted.ts';
import type { Config } from '../../core/config.ts';
import { findDatabaseCondition } from '../../core/db/condition.ts';
import type { Database } from '../../core/db/database.ts';
import { findUntrustedProxy } from '../../core/db/untrusted-proxies.ts';
import { countJobs } from '../../core/jobs/queue.queries.ts';
import { countLastDay } from '../../core/mail/index.ts';
import { countOpenIssues, type Gateway } from '../../core/stripe/index.ts';
import { version } from '../../core/version.ts';
import { findCurrentKey } from '../../licensing/index.ts';

export interface HealthContext {
  readonly database: Database;
  readonly gateway: Pick<Gateway, 'mirrorMaintenance'>;
  readonly config: Pick<Config, 'databaseUrl' | 'mail' | 'texts'>;
}

/** The state of the installation, from the database only (OPR-7). */
export async function getHealth({ database, gateway, config }: HealthContext): Promise<Health> {
  const on = database.query;
  const { status } = gateway.mirrorMaintenance;
  const [queue, events, fault, repair, backfill, mail, condition, key, stripeIssues, untrustedProxy] =
    await Promise.all([
      countJobs(on),
      status.events(),
      status.webhookFault(),
      status.lastRun('repair'),
      status.lastRun('backfill'),
      countLastDay(on),
      findDatabaseCondition(database),
      findCurrentKey(on),
      countOpenIssues(on),
      findUntrustedProxy(on),
    ]);
  const run = repair ?? backfill;
  return {
    queue: { ...queue, oldestAt: queue.oldestAt?.toISOString() ?? null },
    webhooks: { lastAt: events.lastEvent?.receivedAt ?? null, lagSeconds: events.lagSeconds, dead: events.dead, fault },
    stripeIssues,
    mirror: run && { at: run.finishedAt ?? run.startedAt, state: run.state, differences: run.differences },
    mail,
    backupAt: condition.backupAt?.toISOString() ?? null,
    licenseKeySince: key?.createdAt.toISOString() ?? null,
    version,
    migrations: condition.migrations,
    databaseBytes: condition.bytes,
    unencrypted: findUnencryptedConnections(config),
    untrustedProxy,
  };
}
