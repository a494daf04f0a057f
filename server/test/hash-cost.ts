import { fullHashCost, setHashCost } from '../src/accounts/users/passwords.ts';

/**
 * The lowest cost that Argon2id accepts, because a thousand sign-ins at the full cost take half a minute.
 * `passwords.test.ts` tests the full cost.
 */
const lowestCost = { memoryCost: 8, timeCost: 1, parallelism: 1 };

export function useLowestHashCost(): void {
  setHashCost(lowestCost);
}

/** For tests of the cost itself. The next test file uses the lowest cost again. */
export function useFullHashCost(): void {
  setHashCost(fullHashCost);
}
