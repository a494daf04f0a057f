import { UnavailableError } from '../http/app-error.ts';

/**
 * Makes one call that changes something at Stripe, under an idempotency key that survives a crash: whoever repeats the call uses the same key, and
 * Stripe answers as it did before.
 * @param name of the call within its operation.
 * @param lookUp what the call would have answered, if it was carried out; undefined if it was not. It is asked only where the key can no longer tell.
 * @throws what `call` throws; UnavailableError while the call's outcome is not known.
 */
export type Step = <Result>(
  name: string,
  call: (idempotencyKey: string) => Promise<Result>,
  lookUp: () => Promise<Result | undefined>,
) => Promise<Result>;

/** The key is spent: Stripe would repeat an answer that no longer holds. The worker goes on under a next key. */
export class SpentKeyError extends UnavailableError {
  constructor(cause: unknown) {
    super('problem.providerUnavailable', cause);
  }
}
