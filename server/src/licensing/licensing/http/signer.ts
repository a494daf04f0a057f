import { type KeyObject, sign } from 'node:crypto';
import { openPrivateKey, provideKey } from '../../licenses/license-keys.ts';
import type { LicensingContext } from '../licensing.context.ts';

/** What is signed begins with this, so that a signature of something else is never taken for that of an answer. */
const domain = 'portico-licensing-v1.';

/** Milliseconds for which a key is used before it is read again: a rotation by another process counts from then on. */
const keyMilliseconds = 60_000;

interface SigningKey {
  readonly id: string;
  readonly secret: KeyObject;
}

/** Signs answers with the installation's current license key (LIC-2). */
export interface Signer {
  /** The header for a status and the exact text of a body; undefined while there is no key, as the database was never reached. */
  sign(status: number, body: string): Promise<string | undefined>;
}

export function createSigner(context: Pick<LicensingContext, 'database' | 'config'>): Signer {
  let key: SigningKey | undefined;
  let readAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<SigningKey> | undefined;

  async function readKey(): Promise<SigningKey> {
    const row = await provideKey(context);
    if (row.id !== key?.id) key = { id: row.id, secret: openPrivateKey(row, context.config.appSecret) };
    readAt = performance.now();
    return key;
  }

  /** A known key goes on while the database is away. */
  async function currentKey(): Promise<SigningKey | undefined> {
    if (key && performance.now() - readAt < keyMilliseconds) return key;
    reading ??= readKey().finally(() => {
      reading = undefined;
    });
    return reading.catch(() => key);
  }

  return {
    async sign(status, body) {
      const current = await currentKey();
      if (!current) return undefined;
      const signature = sign(null, Buffer.from(`${domain}${status}.${body}`), current.secret).toString('base64url');
      return `keyId="${current.id}", signature="${signature}"`;
    },
  };
}
