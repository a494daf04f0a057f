import { createHash } from 'node:crypto';
import { ApiError } from '../errors.ts';
import type { Connection } from './connection.ts';

/** A sent answer, byte for byte, for repeated calls. */
export interface Answer {
  status: number;
  body: string;
}

const KEPT = `interval '24 hours'`;

/** The stored parameters of a key: the same key with another fingerprint is rejected. */
export function fingerprintOf(method: string, path: string, body: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify([method, path, body]))
    .digest('base64');
}

/**
 * The storage key of an idempotency key. Keys of browsers and servers are separate, so that the publishable key
 * never reads answers of the secret key. Headers cannot contain line breaks, so keys never collide.
 */
export function storageKey(idempotencyKey: string, isBrowser: boolean): string {
  return isBrowser ? `publishable\n${idempotencyKey}` : idempotencyKey;
}

/** The largest length of an idempotency key. */
export const LONGEST_KEY = 255;

/** Stripe's error for a concurrent call with the key. */
export function keyInUse(key: string): ApiError {
  return new ApiError(
    409,
    {
      type: 'idempotency_error',
      code: 'idempotency_key_in_use',
      message: `There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${key}. Please try again later.`,
    },
    { headers: { 'stripe-should-retry': 'true' } },
  );
}

/** A stored answer with its key. */
export interface StoredAnswer extends Answer {
  key: string;
  fingerprint: string;
}

/** The answers under these keys that are less than 24 hours old. */
export async function findStoredAnswers(connection: Connection, keys: string[]): Promise<Map<string, StoredAnswer>> {
  const { rows } = await connection.query<StoredAnswer>({
    name: 'kept answers',
    text: `select key, fingerprint, status, body from idempotency_keys where key = any($1) and created_at > now() - ${KEPT}`,
    values: [keys],
  });
  return new Map(rows.map((row) => [row.key, row]));
}

/** The answer to a repeated call. Throws 400 when the parameters differ. */
export function repeatedAnswer(
  { fingerprint, status, body }: StoredAnswer,
  asked: { key: string; fingerprint: string },
): Answer {
  if (fingerprint !== asked.fingerprint) {
    throw new ApiError(400, {
      type: 'idempotency_error',
      message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${asked.key}' if you meant to execute a different request.`,
    });
  }
  return { status, body };
}

/** Stores the answer of a call under its key for 24 hours. */
export function storeAnswer(
  connection: Connection,
  { key, fingerprint, status, body }: StoredAnswer,
): Promise<unknown> {
  return connection.query({
    name: 'keep answer',
    // Older answers remain stored until they are deleted.
    text: `insert into idempotency_keys (key, fingerprint, status, body) values ($1, $2, $3, $4)
           on conflict (key) do update set fingerprint = $2, status = $3, body = $4, created_at = now()`,
    values: [key, fingerprint, status, body],
  });
}

/** Deletes answers that are older than 24 hours. */
export async function dropOldAnswers(connection: Connection): Promise<void> {
  await connection.query(`delete from idempotency_keys where created_at < now() - ${KEPT}`);
}
