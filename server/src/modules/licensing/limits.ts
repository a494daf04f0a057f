import type { Database } from '../../db/database.ts';
import { keyOfAddress } from '../../http/address.ts';
import { TooManyRequestsError } from '../../http/app-error.ts';
import { defineLimit } from '../../http/limits.ts';

const minuteMilliseconds = 60_000;
/** Calls of a token in a minute, counted by each process for itself (LIC-8). */
const callsPerMinute = 6_000;

/** Activations, releases and evictions of a token in a minute. */
const changeLimit = defineLimit('licensing-change', 60, 60);
/** Rejected tokens of an address. */
const rejectedLimit = defineLimit('licensing-token-rejected', 100, 900);
/** Unknown serial numbers, by address and by token. */
const unknownByAddress = defineLimit('licensing-serial-address', 20, 900);
const unknownByToken = defineLimit('licensing-serial-token', 100, 900);

/** Who calls, as limits count. */
export interface Counted {
  readonly tokenId: number;
  readonly address: string | null;
}

/** The limits of the licensing API (LIC-8). Refusals and changes are counted in the database, for all processes; what is only fast, in memory. */
export interface LicensingLimits {
  /** Counts a call. @param token what tells tokens apart @throws TooManyRequestsError */
  takeCall(token: string): void;
  /** @throws TooManyRequestsError */
  takeChange(tokenId: number): Promise<void>;
  /** @throws TooManyRequestsError */
  takeRejected(address: string | null): Promise<void>;
  /** @throws TooManyRequestsError */
  takeUnknownSerial(counted: Counted): Promise<void>;
  /** Refuses a serial number, known or not, from who tried too many unknown ones. @throws TooManyRequestsError */
  requireFewUnknown(counted: Counted): void;
}

/** Keys that are remembered as refused; beyond that the oldest are forgotten. */
const mostRefused = 10_000;

export function createLicensingLimits(database: Database): LicensingLimits {
  const calls = new Map<string, number>();
  let windowEnds = 0;
  /** Until when a key is refused, in milliseconds since 1970. */
  const refused = new Map<string, number>();

  const keysOf = ({ tokenId, address }: Counted) => [`address ${keyOfAddress(address)}`, `token ${tokenId}`] as const;

  function refuse(key: string, until: number): void {
    if (refused.size >= mostRefused) refused.delete(refused.keys().next().value as string);
    refused.set(key, until);
  }

  async function takeUnknown(key: string, take: () => Promise<void>): Promise<void> {
    try {
      await take();
    } catch (error) {
      if (error instanceof TooManyRequestsError) refuse(key, Date.now() + (error.retryAfter ?? 1) * 1_000);
      throw error;
    }
  }

  return {
    takeCall(token) {
      const now = Date.now();
      if (now >= windowEnds) {
        calls.clear();
        windowEnds = now + minuteMilliseconds;
      }
      const count = (calls.get(token) ?? 0) + 1;
      calls.set(token, count);
      if (count > callsPerMinute) throw new TooManyRequestsError(new Date(windowEnds));
    },
    takeChange: (tokenId) => changeLimit.take(database, tokenId),
    takeRejected: (address) => rejectedLimit.take(database, keyOfAddress(address)),
    async takeUnknownSerial(counted) {
      const [byAddress, byToken] = keysOf(counted);
      await takeUnknown(byAddress, () => unknownByAddress.take(database, keyOfAddress(counted.address)));
      await takeUnknown(byToken, () => unknownByToken.take(database, counted.tokenId));
    },
    requireFewUnknown(counted) {
      for (const key of keysOf(counted)) {
        const until = refused.get(key);
        if (until === undefined) continue;
        if (until > Date.now()) throw new TooManyRequestsError(new Date(until));
        refused.delete(key);
      }
    },
  };
}
