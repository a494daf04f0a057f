import { keyOfAddress } from '../../core/http/address.ts';
import { TooManyRequestsError } from '../../core/http/app-error.ts';

const minuteMilliseconds = 60_000;
/** Calls in a minute, counted by each process for itself: of a token for one device, of a token from one address, and of a token (LIC-8). */
const maxOfDevice = 300;
const maxOfAddress = 10_000;
const maxOfToken = 60_000;
/** Devices and addresses that are counted in a minute. Calls of more of them count for their tokens alone. */
const maxKeys = 200_000;

/** Who calls, before and after the token was looked up. */
export interface Caller {
  /** What tells tokens apart. */
  readonly token: string;
  readonly address: string | null;
  /** The hardware ID or session that the call names; null where it names none. */
  readonly device: string | null;
}

/**
 * Calls of the present minute, in memory. A device or an address that calls too often is refused before it counts for its token, so that whoever holds a
 * public token cannot use up the calls of all devices.
 */
export interface CallCounts {
  /** Refuses who reached a limit, before the token is looked up. Nothing is remembered of tokens that may be none. @throws TooManyRequestsError */
  requireFew(caller: Caller): void;
  /** Counts a call of a token that works. @throws TooManyRequestsError */
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
