import type { Database } from '../../core/db/database.ts';
import { keyOfAddress } from '../../core/http/address.ts';
import { TooManyRequestsError } from '../../core/http/app-error.ts';
import { defineLimit } from '../../core/http/limits.ts';
import { type CallCounts, createCallCounts } from './call-counts.ts';

/**
 * The maximum number of activations, releases and evictions per minute with one token: for one device, from one IP
 * address, and in total (LIC-8). A holder of a public token reaches the first two limits before other devices are
 * refused.
 */
const changesOfDevice = defineLimit('licensing-change-device', 30, 60);
const changesOfAddress = defineLimit('licensing-change-address', 600, 60);
const changesOfToken = defineLimit('licensing-change', 6_000, 60);
/**
 * The maximum number of other devices' leases that a public token may end per hour (LIC-11). Ending one uses no
 * release.
 */
const publicEvictions = defineLimit('licensing-evict-public', 100, 3_600);
/** The maximum number of rejected tokens per IP address in 15 minutes. */
const rejectedLimit = defineLimit('licensing-token-rejected', 100, 900);
/**
 * The maximum number of unknown serial numbers per IP address in 15 minutes. They do not count for the token, because
 * the holder of a public token could lock out the other devices.
 */
const unknownByAddress = defineLimit('licensing-serial-address', 20, 900);

/** The values by which limits identify a caller. */
export interface LimitKey {
  readonly tokenId: number;
  readonly address: string | null;
}

/** The limits of the licensing API (LIC-8). Refusals and changes are counted in the database, for all processes; frequent calls are counted in memory. */
export interface LicensingLimits {
  readonly calls: CallCounts;
  /** @param device the hardware ID or id of the changed device @throws TooManyRequestsError */
  takeChange(counted: LimitKey, device: string): Promise<void>;
  /** @throws TooManyRequestsError */
  takePublicEviction(tokenId: number): Promise<void>;
  /** @throws TooManyRequestsError */
  takeRejectedToken(address: string | null): Promise<void>;
  /** @throws TooManyRequestsError */
  takeUnknownSerial(address: string | null): Promise<void>;
  /** Refuses any serial number after too many unknown ones. @throws TooManyRequestsError */
  assertFewUnknownSerials(address: string | null): Promise<void>;
}

export function createLicensingLimits(database: Database): LicensingLimits {
  return {
    calls: createCallCounts(),
    async takeChange({ tokenId, address }, device) {
      await changesOfDevice.take(database, `${tokenId} ${device}`);
      await changesOfAddress.take(database, `${tokenId} ${keyOfAddress(address)}`);
      await changesOfToken.take(database, tokenId);
    },
    takePublicEviction: (tokenId) => publicEvictions.take(database, tokenId),
    takeRejectedToken: (address) => rejectedLimit.take(database, keyOfAddress(address)),
    takeUnknownSerial: (address) => unknownByAddress.take(database, keyOfAddress(address)),
    async assertFewUnknownSerials(address) {
      const end = await unknownByAddress.blockedTo(database, keyOfAddress(address));
      if (end) throw new TooManyRequestsError(end);
    },
  };
}
