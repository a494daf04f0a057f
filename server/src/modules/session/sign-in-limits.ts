import { createHash } from 'node:crypto';
import ipaddr from 'ipaddr.js';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { Database } from '../../db/database.ts';
import { TooManyRequestsError } from '../../http/app-error.ts';

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
  const limiter = (keyPrefix: string, points: number) =>
    new RateLimiterPostgres({
      storeClient: database.pool,
      storeType: 'pool',
      tableName: 'rate_limits',
      tableCreated: true,
      clearExpiredByTimeout: false,
      keyPrefix,
      points,
      duration: windowSeconds,
    });
  const byName = limiter('sign-in-name', failuresByName);
  const byAddress = limiter('sign-in-address', failuresByAddress);

  return {
    async refuseBlocked(name, address) {
      const [ofName, ofAddress] = await Promise.all([
        byName.get(keyOfName(name)),
        byAddress.get(keyOfAddress(address)),
      ]);
      if (ofName && ofName.consumedPoints >= failuresByName) throw blocked(ofName);
      if (ofAddress && ofAddress.consumedPoints >= failuresByAddress) throw blocked(ofAddress);
    },
    async take(name, address) {
      try {
        await byAddress.consume(keyOfAddress(address));
        await byName.consume(keyOfName(name));
      } catch (refusal) {
        throw refusal instanceof RateLimiterRes ? blocked(refusal) : refusal;
      }
    },
    async giveBack(name, address) {
      await Promise.all([byName.reward(keyOfName(name)), byAddress.reward(keyOfAddress(address))]);
    },
  };
}

function blocked(state: RateLimiterRes): TooManyRequestsError {
  return new TooManyRequestsError(new Date(Date.now() + Math.max(0, state.msBeforeNext)));
}

/** Hashed: people type passwords into the wrong field, and a key has 255 characters. */
function keyOfName(name: string): string {
  return createHash('sha256').update(name).digest('base64url');
}

/** An IPv6 customer has a whole /64; an IPv4 address may come in IPv6 clothes. */
export function keyOfAddress(address: string): string {
  if (!ipaddr.isValid(address)) return 'unknown';
  const parsed = ipaddr.process(address);
  return parsed instanceof ipaddr.IPv6
    ? `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toNormalizedString().split('%')[0]}/64`)}/64`
    : parsed.toString();
}
