import { keyOfAddress } from '../../core/http/address.ts';
import { TooManyRequestsError } from '../../core/http/app-error.ts';

const minuteMilliseconds = 60_000;
/**
 * The maximum number of calls per minute and process with one token: for one device, from one IP address, and in
 * total (LIC-8).
 */
const maxOfDevice = 300;
const maxOfAddress = 10_000;
const maxOfToken = 60_000;
/**
 * The maximum number of devices and addresses that are counted per minute. Calls of any others count only for their
 * tokens.
 */
const maxKeys = 200_000;

/** The caller of a request, before and after its token is looked up. */
export interface Caller {
  /** Identifies the token. */
  readonly token: string;
  readonly address: string | null;
  /** The hardware ID or lease that the call names; null if none. */
  readonly device: string | null;
}

/**
 * The calls of the current minute, in memory. A device or address that exceeds its limit is refused before it counts for the token, so that the
 * holder of a public token cannot use up the calls of all devices.
 */
export interface CallCounts {
  /** Refuses a caller that reached a limit, before the token is looked up. Unverified tokens are not stored. @throws TooManyRequestsError */
  requireFew(caller: Caller): void;
  /** Counts a call with a valid token. @throws TooManyRequestsError */
  take(caller: Caller): void;
}

export function createCallCounts(now: () => number = Date.now): CallCounts {
  const limits = [
    { most: maxOfDevice, counts: new Map<string, number>(), keyOf: deviceKey },
    { most: maxOfAddress, counts: new Map<string, number>(), keyOf: addressKey },
    { most: maxOfToken, counts: new Map<string, number>(), keyOf: ({ token }: Caller) => token },
  ];
  let windowEnds = 0;

  function startWindow(): void {
    if (now() < windowEnds) return;
    for (const { counts } of limits) counts.clear();
    windowEnds = now() + minuteMilliseconds;
  }

  function assertWithinLimits(caller: Caller): void {
    startWindow();
    for (const { most, counts, keyOf } of limits) {
      const key = keyOf(caller);
      if (key !== null && (counts.get(key) ?? 0) >= most) throw new TooManyRequestsError(new Date(windowEnds));
    }
  }

  return {
    requireFew: assertWithinLimits,
    take(caller) {
      assertWithinLimits(caller);
      for (const { counts, keyOf } of limits) {
        const key = keyOf(caller);
        if (key === null) continue;
        const count = counts.get(key);
        if (count !== undefined || counts.size < maxKeys) counts.set(key, (count ?? 0) + 1);
      }
    },
  };
}

const deviceKey = ({ token, device }: Caller): string | null => (device === null ? null : `${token} ${device}`);
const addressKey = ({ token, address }: Caller): string => `${token} ${keyOfAddress(address)}`;
