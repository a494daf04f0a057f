import { hash } from 'node:crypto';
import type { Database } from '../../core/db/database.ts';
import { keyOfAddress } from '../../core/http/address.ts';
import { blockedUntil } from '../../core/http/limits.ts';
import { type EntryFacts, toEntryFacts } from './entry.queries.ts';
import { type AttemptRow, countAttemptAndFindUser, refundAttempt } from './sign-in.queries.ts';

/** Failures allowed per 15 minutes (LIM-3). */
const failuresByName = 10;
const failuresByAddress = 100;
const windowSeconds = 15 * 60;

/** The counters of an attempt. */
export interface LimitKeys {
  readonly nameKey: string;
  readonly addressKey: string;
}

/** The result of counting a sign-in attempt. */
export interface SignInAttempt {
  readonly user:
    | {
        readonly id: number;
        readonly accountId: number;
        readonly active: boolean;
        readonly passwordHash: string | null;
        readonly facts: EntryFacts;
      }
    | undefined;
  /** The counters that counted the attempt. */
  readonly keys: LimitKeys;
  /** The reason for a refusal; undefined if the password may be checked. */
  readonly refusal: Error | undefined;
  /** True for the last allowed attempt, whose failure starts a block. Later attempts are not audited individually. */
  readonly isLast: boolean;
}

/**
 * Counters by user name, known or not, and by address, shared by all processes (LIM-3). An attempt is counted before
 * the password is checked, so concurrent attempts cannot exceed the limit. A correct password refunds its attempt
 * (LIM-4).
 */
export function attemptKeys(name: string, address: string | null): LimitKeys {
  return { nameKey: `sign-in-name:${hashedNameKey(name)}`, addressKey: `sign-in-address:${keyOfAddress(address)}` };
}

/**
 * Counts the attempt and finds the user in one statement. A known browser has its own counter, so that strangers' wrong passwords do not lock the user
 * out (LIM-12).
 */
export async function beginAttempt(
  database: Database,
  attempt: { name: string; browserTokenHash: Buffer | null; address: string | null },
  keys: LimitKeys,
): Promise<SignInAttempt> {
  const row = await countAttemptAndFindUser(database, {
    ...keys,
    ...attempt,
    namePoints: failuresByName,
    addressPoints: failuresByAddress,
    windowSeconds,
  });
  const until =
    row.blocked_until ??
    ((row.address_points ?? 0) > failuresByAddress ? row.address_expire : null) ??
    ((row.name_points ?? 0) > failuresByName ? row.name_expire : null);
  return {
    user: toAttemptedUser(row),
    keys: { ...keys, nameKey: row.name_key },
    refusal: until === null ? undefined : blockedUntil(until),
    isLast: row.address_points === failuresByAddress || row.name_points === failuresByName,
  };
}

function toAttemptedUser(row: AttemptRow): SignInAttempt['user'] {
  if (row.user_id === null || row.account_id === null || row.company_id === null) return undefined;
  return {
    id: row.user_id,
    accountId: row.account_id,
    active: row.active === true,
    passwordHash: row.password_hash,
    facts: toEntryFacts({
      account_id: row.account_id,
      company_id: row.company_id,
      is_required: row.is_required === true,
      is_account_disabled: row.is_account_disabled === true,
      is_operator: row.is_operator === true,
      is_email_confirmed: row.is_email_confirmed === true,
      has_factors: row.has_factors === true,
      is_remembered: row.is_remembered === true,
      browser_id: row.browser_id,
      sessions_ended_at: row.sessions_ended_at,
      is_known_network: row.is_known_network === true,
      has_history: row.has_history === true,
      required_sign_on: row.required_sign_on,
    }),
  };
}

/** Refunds an attempt whose password was not checked. */
export async function withdrawAttempt(database: Database, keys: LimitKeys): Promise<void> {
  await refundAttempt(database, keys);
}

/** Hashed, because users sometimes type passwords as the name (LIM-7), and a key has at most 255 characters. */
function hashedNameKey(name: string): string {
  return hash('sha256', name, 'base64url');
}
