import { hash } from 'node:crypto';
import type { Database } from '../../db/database.ts';
import { keyOfAddress } from '../../http/address.ts';
import { blockedUntil } from '../../http/limits.ts';
import { returnPlace, takePlaceAndFindUser } from './sign-in.queries.ts';

/** Failures allowed in a quarter of an hour (LIM-3). */
const failuresByName = 10;
const failuresByAddress = 100;
const windowSeconds = 15 * 60;

/** The counters of an attempt. */
export interface LimitKeys {
  readonly nameKey: string;
  readonly addressKey: string;
}

/** What one attempt to sign in has found. */
export interface SignInAttempt {
  readonly user:
    | {
        readonly id: number;
        readonly accountId: number;
        readonly active: boolean;
        readonly passwordHash: string | null;
      }
    | undefined;
  /** Says why it goes no further; undefined where the password may be looked at. */
  readonly refusal: Error | undefined;
  /** True where it took the last place: should it fail, a block begins. Those that come later are not told of one by one, as they cost nothing. */
  readonly isLast: boolean;
}

/**
 * Counters by user name, known or not, and by address. They stand in the database: restarts do not reset them, and processes share them.
 * A place is taken before the password is looked at and given back after a right one: however many try at once, on however many processes, no
 * more than the limit get to try.
 */
export function keysOf(name: string, address: string | null): LimitKeys {
  return { nameKey: `sign-in-name:${keyOfName(name)}`, addressKey: `sign-in-address:${keyOfAddress(address)}` };
}

/** Takes a place and finds the user, in one statement. */
export async function beginAttempt(database: Database, name: string, keys: LimitKeys): Promise<SignInAttempt> {
  const row = await takePlaceAndFindUser(database, {
    ...keys,
    name,
    namePoints: failuresByName,
    addressPoints: failuresByAddress,
    windowSeconds,
  });
  const user =
    row.user_id === null || row.account_id === null
      ? undefined
      : { id: row.user_id, accountId: row.account_id, active: row.active === true, passwordHash: row.password_hash };
  const until =
    row.blocked_until ??
    ((row.address_points ?? 0) > failuresByAddress ? row.address_expire : null) ??
    ((row.name_points ?? 0) > failuresByName ? row.name_expire : null);
  return {
    user,
    refusal: until === null ? undefined : blockedUntil(until),
    isLast: row.address_points === failuresByAddress || row.name_points === failuresByName,
  };
}

/** For an attempt whose password was not looked at. */
export async function withdrawAttempt(database: Database, keys: LimitKeys): Promise<void> {
  await returnPlace(database, keys);
}

/** Hashed: people type passwords into the wrong field, and a key has 255 characters. */
function keyOfName(name: string): string {
  return hash('sha256', name, 'base64url');
}
