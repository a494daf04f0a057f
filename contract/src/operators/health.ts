import { z } from 'zod';
import { defineEndpoint } from '../api/endpoint.ts';
import { utc } from '../api/values.ts';

const counted = z.int().nonnegative();

/** State of the installation. */
export const healthAnswer = z.object({
  /** Jobs that are due, jobs that failed for good, and since when the oldest due one waits. */
  queue: z.object({ waiting: counted, failed: counted, oldestAt: utc.nullable() }),
  /** Stripe's events: the latest, how long the oldest has waited, those that could not be applied, and why webhooks do not work. */
  webhooks: z.object({
    lastAt: utc.nullable(),
    lagSeconds: counted,
    dead: counted,
    fault: z.enum(['wrongSignature', 'oldSignature', 'notDelivered']).nullable(),
  }),
  /** Issues at Stripe that nobody has settled or dismissed. */
  stripeIssues: counted,
  /** The latest comparison with Stripe; null before the first. */
  mirror: z.object({ at: utc, state: z.enum(['running', 'done', 'failed']), differences: counted }).nullable(),
  /**
   * Messages of the last 24 hours: all, failed ones, and those that could not be sent because no transport is set up.
   */
  mail: z.object({ total: counted, failed: counted, kept: counted }),
  /** When a backup was last reported; null for never. */
  backupAt: utc.nullable(),
  /** Since when the current key signs license files; null before the first. */
  licenseKeySince: utc.nullable(),
  version: z.string(),
  migrations: z.object({ applied: counted, expected: counted }),
  databaseBytes: counted,
  /** Connections to other hosts that may be unencrypted. */
  unencrypted: z.array(z.enum(['database', 'mail', 'texts'])),
  /** The last proxy that forwarded requests without being in TRUSTED_PROXIES; null without one in the last day. */
  untrustedProxy: z.string().nullable(),
});
export type Health = z.infer<typeof healthAnswer>;

export const health = {
  get: defineEndpoint({
    method: 'GET',
    path: '/api/Operator/Health',
    summary: 'The state of the installation: queue, events, mirror, mail, backup, keys, version and database',
    action: 'operator.health',
    response: healthAnswer,
  }),
};
