import { createHash } from 'node:crypto';
import type { Database } from '../../db/database.ts';
import { createLimit, keyOfAddress } from '../../http/limits.ts';

/** Failures allowed in a quarter of an hour (design 'Limits'). */
const failuresByName = 10;
const failuresByAddress = 100;
const windowSeconds = 15 * 60;

export interface SignInLimits {
  /** Cheap look before any work. @throws TooManyRequestsError while the name or the address is blocked. */
  refuseBlocked(name: string, address: string): Promise<void>;
  /**
   * Takes the place of one failure before the password is looked at, in one atomic statement each: however many try at once, on however
   * many processes, no more than the limit get to try.
   * @throws TooManyRequestsError when none is left.
   */
  take(name: string, address: string): Promise<void>;
  /** Gives the place back after a right password. */
  giveBack(name: string, address: string): Promise<void>;
}

/** Limits by user name, known or not, and by address. They stand in the database: restarts do not reset them, and processes share them. */
export function createSignInLimits(database: Database): SignInLimits {
  const byName = createLimit(database, 'sign-in-name', failuresByName, windowSeconds);
  const byAddress = createLimit(database, 'sign-in-address', failuresByAddress, windowSeconds);

  return {
    async refuseBlocked(name, address) {
      await Promise.all([byName.refuseBlocked(keyOfName(name)), byAddress.refuseBlocked(keyOfAddress(address))]);
    },
    async take(name, address) {
      await byAddress.take(keyOfAddress(address));
      await byName.take(keyOfName(name));
    },
    async giveBack(name, address) {
      await Promise.all([byName.giveBack(keyOfName(name)), byAddress.giveBack(keyOfAddress(address))]);
    },
  };
}

/** Hashed: people type passwords into the wrong field, and a key has 255 characters. */
function keyOfName(name: string): string {
  return createHash('sha256').update(name).digest('base64url');
}
