import { type KeyObject, sign } from 'node:crypto';
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
  /** The header for a status and the exact body; undefined if no key was read because the database was never reached. */
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

  /** While the database is unreachable, the known key stays in use. */
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
