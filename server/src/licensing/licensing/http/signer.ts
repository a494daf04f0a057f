import { type KeyObject, sign } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import { isDatabaseUnavailable } from '../../../core/db/database.ts';
import { UnavailableError } from '../../../core/http/app-error.ts';
import { createMinuteLog } from '../../../core/minute-log.ts';
import { openPrivateKey, provideKey } from '../../licenses/license-keys.ts';
import type { LicensingContext } from '../licensing.context.ts';

/** Begins every signed text, so that a signature of something else is never accepted for an answer. */
const domain = 'portico-licensing-v1.';

/** How long a key is used before it is read again. A rotation by another process takes effect within this time. */
const keyMilliseconds = 60_000;

interface SigningKey {
  readonly id: string;
  readonly secret: KeyObject;
}

/** Signs answers with the installation's current license key (LIC-2). */
export interface Signer {
  /**
   * Reads the key if necessary. It comes before the work, so that a call that cannot be signed changes nothing.
   * @throws UnavailableError if the key cannot be decrypted; the log says so once a minute. Errors of a database that was never reached
   */
  requireKey(log: FastifyBaseLogger): Promise<void>;
  /** The header for a status and the exact body; undefined without a key, see `requireKey`. */
  sign(status: number, body: string): string | undefined;
}

export function createSigner(context: Pick<LicensingContext, 'database' | 'config'>): Signer {
  let key: SigningKey | undefined;
  let readAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<SigningKey> | undefined;

  const logUnreadable = createMinuteLog<{ log: FastifyBaseLogger; err: unknown }>((count, { log, err }) =>
    log.error({ err, count }, 'licensing calls cannot be signed'),
  );

  async function readKey(): Promise<SigningKey> {
    const row = await provideKey(context);
    if (row.id !== key?.id) key = { id: row.id, secret: openPrivateKey(row, context.config.appSecret) };
    readAt = performance.now();
    return key;
  }

  return {
    async requireKey(log) {
      if (key && performance.now() - readAt < keyMilliseconds) return;
      reading ??= readKey().finally(() => {
        reading = undefined;
      });
      try {
        await reading;
      } catch (err) {
        const isAway = isDatabaseUnavailable(err);
        if (!isAway) logUnreadable({ log, err });
        // The known key stays in use.
        if (key) return;
        throw isAway ? err : new UnavailableError('problem.unavailable', err);
      }
    },
    sign(status, body) {
      if (!key) return undefined;
      const signature = sign(null, Buffer.from(`${domain}${status}.${body}`), key.secret).toString('base64url');
      return `keyId="${key.id}", signature="${signature}"`;
    },
  };
}
