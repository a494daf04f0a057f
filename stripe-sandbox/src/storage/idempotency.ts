import { createHash } from 'node:crypto';
import type { PoolClient } from 'pg';
import { ApiError } from '../errors.ts';

/** An answer as it went out, so that a repeated call gets the very same one. */
export interface Answer {
  status: number;
  body: string;
}

const KEPT = `interval '24 hours'`;

/** What a key stands for: the same key with another fingerprint is refused. */
export function fingerprintOf(method: string, path: string, body: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify([method, path, body]))
    .digest('base64');
}

/**
 * Takes an idempotency key for the current transaction. Returns the stored answer when the key was used within 24 hours.
 * Throws 409 while another call with the key is under way, and 400 when the key was used with other parameters.
 */
export async function takeKey(connection: PoolClient, key: string, fingerprint: string): Promise<Answer | undefined> {
  const taken = await connection.query('select pg_try_advisory_xact_lock(hashtextextended($1, 42)) as taken', [key]);
  if (!taken.rows[0].taken) {
    throw new ApiError(
      409,
      {
        type: 'idempotency_error',
        code: 'idempotency_key_in_use',
        message: `There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${key}. Please try again later.`,
      },
      { headers: { 'stripe-should-retry': 'true' } },
    );
  }
  const { rows } = await connection.query(
    `select fingerprint, status, body from idempotency_keys where key = $1 and created_at > now() - ${KEPT}`,
    [key],
  );
  const known = rows[0];
  if (known === undefined) return undefined;
  if (known.fingerprint !== fingerprint) {
    throw new ApiError(400, {
      type: 'idempotency_error',
      message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
    });
  }
  return { status: known.status, body: known.body };
}

/** Keeps the answer of a call under its key for 24 hours, and drops keys that are older. */
export async function keepAnswer(
  connection: PoolClient,
  key: string,
  fingerprint: string,
  answer: Answer,
): Promise<void> {
  await connection.query(`delete from idempotency_keys where created_at < now() - ${KEPT}`);
  await connection.query('insert into idempotency_keys (key, fingerprint, status, body) values ($1, $2, $3, $4)', [
    key,
    fingerprint,
    answer.status,
    answer.body,
  ]);
}
