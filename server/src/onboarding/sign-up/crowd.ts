/**
 * Maximum forms processed concurrently in this process, including places reserved for forms that are about to arrive.
 * Also limits concurrent calls to the payment provider.
 */
const maxPlaces = 20;

/** Milliseconds for which a place is reserved. The browser posts the form immediately. */
const reservationMilliseconds = 3_000;

/** Milliseconds before an address may reserve again after an unused reservation. Otherwise a few addresses could hold all places just by asking. */
const cooldownMilliseconds = 60_000;

/** Seconds after which a browser asks again, spread so that they do not all return together. */
const minWaitSeconds = 2;
const waitSpread = 5;

/** Limits concurrent forms before they are posted, because a refused form loses its password and its card (SIGN-31). */
export interface Crowd {
  /** Reserves a place for a form. @returns seconds to wait before asking again; 0 if the form may be posted */
  reserve(addressKey: string): number;
  /** Frees the place of a form that a limit blocks. It counts as unused. */
  release(addressKey: string): void;
  /** Counts a form while it is processed, whether or not it has a reservation. */
  run<Result>(addressKey: string, work: () => Promise<Result>): Promise<Result>;
}

/** Counts in the memory of this process. @param isFull whether the portal is overloaded for other reasons @param now milliseconds since 1970 */
export function createCrowd(isFull: () => boolean, now: () => number = Date.now): Crowd {
  /** When each address reserved its place. */
  const reservations = new Map<string, number>();
  let taken = 0;
  const reservedPlaces = () => {
    let count = 0;
    for (const [addressKey, at] of reservations) {
      if (at + cooldownMilliseconds <= now()) reservations.delete(addressKey);
      else if (at + reservationMilliseconds > now()) count += 1;
    }
    return count;
  };
  return {
    reserve(addressKey) {
      if (isFull() || taken + reservedPlaces() >= maxPlaces)
        return minWaitSeconds + Math.floor(Math.random() * waitSpread);
      if (!reservations.has(addressKey)) reservations.set(addressKey, now());
      return 0;
    },
    release(addressKey) {
      const at = reservations.get(addressKey);
      if (at !== undefined) reservations.set(addressKey, Math.min(at, now() - reservationMilliseconds));
    },
    async run(addressKey, work) {
      reservations.delete(addressKey);
      taken += 1;
      try {
        return await work();
      } finally {
        taken -= 1;
      }
    },
  };
}
