import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import type { licenses as endpoints, ResponseOf } from '@portico/contract';
import type { Queryable } from '../../core/db/database.ts';
import { type Reseal, seal, unseal } from '../../core/secrets.ts';
import {
  findCurrentKey,
  insertFirstKey,
  type KeyRow,
  listKeyIds,
  listKeys as listKeyRows,
  type NewKeyRow,
  replaceKey,
  resealPrivateKeys,
} from './license-keys.queries.ts';
import type { LicensesContext } from './licenses.context.ts';

export type KeysContext = Pick<LicensesContext, 'database' | 'config'>;

/** The public keys, the newest first (LCN-6). Retired keys are kept, because the files that they signed stay valid. */
export async function listKeys(context: KeysContext): Promise<ResponseOf<typeof endpoints.listKeys>> {
  await provideKey(context);
  const rows = await listKeyRows(context.database.query);
  return {
    keys: rows.map(({ id, publicKey, createdAt, retiredAt }) => ({
      keyId: id,
      algorithm: 'Ed25519',
      publicKey: publicKey.toString('base64url'),
      createdAt: createdAt.toISOString(),
      retiredAt: retiredAt?.toISOString() ?? null,
    })),
  };
}

/** The current signing key. The first start creates one; concurrent processes end up with the same key. */
export async function provideKey({ database, config }: KeysContext): Promise<KeyRow> {
  const on = database.query;
  // Retried, because a key of the same month may be retired between two statements.
  for (let tries = 0; tries < 5; tries += 1) {
    const found = await findCurrentKey(on);
    if (found) return found;
    await insertFirstKey(on, createKey(nextKeyId(new Date(), await listKeyIds(on)), config.appSecret));
  }
  throw new Error('No license key could be created.');
}

/** Retires the current key and creates the next one. @returns the ids of both */
export async function rotateKey(context: KeysContext): Promise<{ retired: string | null; current: string }> {
  const { database, config } = context;
  return database.transaction((transaction) =>
    replaceKey(transaction, (ids) => createKey(nextKeyId(new Date(), ids), config.appSecret)),
  );
}

/** The id of a new key: its UTC month, and a number if the month already has a key. */
export function nextKeyId(now: Date, taken: readonly string[]): string {
  const month = now.toISOString().slice(0, 7);
  let id = month;
  for (let number = 2; taken.includes(id); number += 1) id = `${month}-${number}`;
  return id;
}

/** A new key pair. The private key is encrypted. */
export function createKey(id: string, appSecret: string): NewKeyRow {
  const pair = generateKeyPairSync('ed25519');
  const { x } = pair.publicKey.export({ format: 'jwk' });
  const secret = pair.privateKey.export({ format: 'der', type: 'pkcs8' });
  return {
    id,
    publicKey: Buffer.from(x as string, 'base64url'),
    privateKey: seal(appSecret, keySealScope(id), secret),
  };
}

/** Decrypts the private key of a stored key. @throws Error if it was encrypted with another APP_SECRET */
export function openPrivateKey({ id, privateKey }: Pick<KeyRow, 'id' | 'privateKey'>, appSecret: string): KeyObject {
  let secret: Buffer;
  try {
    secret = unseal(appSecret, keySealScope(id), privateKey);
  } catch (cause) {
    const advice = 'Restore APP_SECRET, or create a new key: npm run licenses -- rotate-key';
    throw new Error(`The license key ${id} was encrypted with another APP_SECRET. ${advice}`, { cause });
  }
  return createPrivateKey({ key: secret, format: 'der', type: 'pkcs8' });
}

/** The id is authenticated with the key, so that keys cannot be swapped between rows. */
const keySealScope = (id: string) => ({ purpose: 'license keys', owner: id });

/** Seals all license keys again (RUN-16). */
export const resealLicenseKeys = (on: Queryable, reseal: Reseal) =>
  resealPrivateKeys(on, (id, sealed) => reseal(keySealScope(id), sealed));
