/** Forms that are taken at once in this process, with those that were let go on and are about to come. As many calls go to the payment provider at once. */
const most = 20;

/** Of those that are about to come: as many from one address, so that nobody holds all places by asking alone. */
const mostOfAddress = 5;

/** Milliseconds within which a form comes that was let go on: the browser posts it at once. */
const comesWithin = 3_000;

/** Seconds after which a browser asks again, spread so that not all of them do at the same moment. */
const shortestWait = 2;
const waitSpread = 5;

/** What keeps forms from coming all at once: one that is refused has lost its password and its card (SIGN-31). */
export interface Crowd {
  /** Whether a form may come now. @returns seconds to wait before asking again; 0 lets it come */
  ask(addressKey: string): number;
  /** Counts a form while it is taken, whether or not it asked. */
  take<Result>(work: () => Promise<Result>): Promise<Result>;
}

/** A crowd of this process, in memory. @param isFull whether the portal has too much to do otherwise. @param now milliseconds since 1970 */
export function createCrowd(isFull: () => boolean, now: () => number = Date.now): Crowd {
  let coming: { readonly addressKey: string; readonly until: number }[] = [];
  let taken = 0;
  return {
    ask(addressKey) {
      coming = coming.filter(({ until }) => until > now());
      if (isFull() || taken + coming.length >= most) return shortestWait + Math.floor(Math.random() * waitSpread);
      const ofAddress = coming.filter((one) => one.addressKey === addressKey).length;
      if (ofAddress < mostOfAddress) coming.push({ addressKey, until: now() + comesWithin });
      return 0;
    },
    async take(work) {
      coming.shift();
      taken += 1;
      try {
        return await work();
      } finally {
        taken -= 1;
      }
    },
  };
}
