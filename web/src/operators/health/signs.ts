import type { Health } from '@portico/contract';
import { millisecondsInDay } from '../../lib/durations.ts';

/** The parts of the installation that health reports. */
export const signs = ['queue', 'webhooks', 'mirror', 'mail', 'backup', 'licenseKey', 'version', 'connections'] as const;
export type Sign = (typeof signs)[number];

/** Maximum seconds that events may wait, and maximum age of a backup in days, before they need attention. */
const slowSeconds = 300;
const backupDays = 2;

/**
 * The parts of the installation that need attention (OPR-7).
 * @param now milliseconds since 1970
 */
export function findTroubles(health: Health, now: number): ReadonlySet<Sign> {
  const { queue, webhooks, mirror, mail, backupAt, migrations, unencrypted, untrustedProxy } = health;
  const found: Record<Sign, boolean> = {
    queue: queue.failed > 0,
    webhooks: webhooks.fault !== null || webhooks.dead > 0 || webhooks.lagSeconds > slowSeconds,
    mirror: mirror?.state === 'failed',
    mail: mail.failed > 0,
    backup: backupAt === null || now - Date.parse(backupAt) > backupDays * millisecondsInDay,
    licenseKey: false,
    version: migrations.applied < migrations.expected,
    connections: unencrypted.length > 0 || untrustedProxy !== null,
  };
  return new Set(signs.filter((sign) => found[sign]));
}
