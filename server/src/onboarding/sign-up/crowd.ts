/** The forms that are taken at once in this process, and the places reserved for forms that are about to come. As many calls go to the payment provider at once. */
const maxPlaces = 20;

/** Milliseconds for which a place is reserved. A form comes soon, because the browser posts it at once. */
const reservationMilliseconds = 3_000;

/** Milliseconds for which an address whose reservation was not used gets no other one. Otherwise a few addresses could keep all places by asking alone. */
const cooldownMilliseconds = 60_000;

/** Seconds after which a browser asks again, spread so that not all of them do at the same moment. */
const minWaitSeconds = 2;
const waitSpread = 5;

/** Limits how many forms come at once, because a form that is refused has lost its password and its card (SIGN-31). */
export interface Crowd {
  /** Whether a form may come now. @returns seconds to wait before asking again; 0 lets it come */
  reserve(addressKey: string): number;
  /** Counts a form while it is taken, whether or not it asked. */
  run<Result>(addressKey: string, work: () => Promise<Result>): Promise<Result>;
}

/** A crowd of this process, in memory. @param isFull whether the portal has too much to do otherwise. @param now milliseconds since 1970 */
export function createCrowd(isFull: () => boolean, now: () => number = Date.now): Crowd {
  /** By address, when its place was reserved. */
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
