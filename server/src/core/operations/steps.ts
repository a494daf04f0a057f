import type { Database } from '../db/database.ts';
import { UnavailableError } from '../http/app-error.ts';
import { isKeyOfAnother, isStoredFailure, SpentKeyError, type Step } from '../stripe/index.ts';
import { type Attempt, type Operation, operationQueries } from './operations.queries.ts';

/** Stripe may forget a key after 24 hours. An hour earlier it counts as spent. */
const keyMilliseconds = 23 * 60 * 60 * 1000;

/**
 * After this time no call with the key can be running, because Stripe has 10 s to answer. A key that was used with
 * other parameters counts as spent only then, because its own call may still be running.
 */
const callMilliseconds = 30_000;

/**
 * Creates the steps of an operation (OPS-2). The attempt number, stored before the call, is part of the idempotency
 * key. A key is spent if Stripe forgot it, repeats a 5xx answer or a refusal that may be temporary, or refuses other
 * parameters. Only then `lookUp` is called; if it finds nothing, a new key is used (OPS-3).
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
    const idempotencyKey = ({ number }: Attempt) => `${operation.id}-${name}${number === 1 ? '' : `-${number}`}`;
    const known = operation.attempts[name];
    let attempt = known ?? (await operationQueries.nextAttempt(database.query, operation.id, name, 0));
    if (age(attempt) <= keyMilliseconds) {
      try {
        return await call(idempotencyKey(attempt));
      } catch (error) {
        if (!isSpent(error, attempt)) throw error;
      }
    }
    const found = await lookUp();
    if (found !== undefined) return found;
    attempt = await operationQueries.nextAttempt(database.query, operation.id, name, attempt.number);
    // Another process may have begun this attempt long ago.
    if (age(attempt) > keyMilliseconds) throw new UnavailableError('problem.providerUnavailable');
    return call(idempotencyKey(attempt));
  };
}
