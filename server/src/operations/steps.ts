import type { Database } from '../db/database.ts';
import { UnavailableError } from '../http/app-error.ts';
import { isKeyOfAnother, isStoredFailure, SpentKeyError, type Step } from '../stripe/index.ts';
import { type Attempt, type Operation, operationQueries } from './operations.queries.ts';

/** Stripe may forget a key after 24 hours; an hour before that it is not relied on any more. */
const keyMilliseconds = 23 * 60 * 60 * 1000;

/**
 * After this no call with the key can still be under way: Stripe has 10 s to answer. A key that came with other parameters is taken for spent
 * only then, as the call that it belongs to may not have ended.
 */
const callMilliseconds = 30_000;

/**
 * The steps of an operation. The number of each attempt is written on the operation's row before the call and is part of its idempotency key.
 *
 * A key can be spent without having told what happened. Stripe repeats a stored 5xx for 24 hours, and so it does with a refusal whose reason may pass
 * (`SpentKeyError`). It refuses a key that came with other parameters, and forgets keys after 24 hours. Only then `lookUp` is asked, and only when it
 * finds nothing the call is made under a next key.
 * @param now milliseconds since 1970.
 */
export function createStep(database: Database, operation: Operation, now: () => number = Date.now): Step {
  const age = (attempt: Attempt) => now() - Date.parse(attempt.since);

  function isSpent(error: unknown, attempt: Attempt): boolean {
    return (
      error instanceof SpentKeyError ||
      isStoredFailure(error) ||
      (isKeyOfAnother(error) && age(attempt) > callMilliseconds)
    );
  }

  return async (name, call, lookUp) => {
    const keyOf = ({ number }: Attempt) => `${operation.id}-${name}${number === 1 ? '' : `-${number}`}`;
    const known = operation.attempts[name];
    let attempt = known ?? (await operationQueries.nextAttempt(database.query, operation.id, name, 0));
    if (age(attempt) <= keyMilliseconds) {
      try {
        return await call(keyOf(attempt));
      } catch (error) {
        if (!isSpent(error, attempt)) throw error;
      }
    }
    const found = await lookUp();
    if (found !== undefined) return found;
    attempt = await operationQueries.nextAttempt(database.query, operation.id, name, attempt.number);
    // Somebody else went on long ago with an attempt that is spent as well: the next run looks at it.
    if (age(attempt) > keyMilliseconds) throw new UnavailableError('problem.providerUnavailable');
    return call(keyOf(attempt));
  };
}
