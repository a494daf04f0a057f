import { UnavailableError } from '../http/app-error.ts';

/**
 * Makes one changing call at Stripe with an idempotency key that survives a crash, so that repeating it returns the
 * same answer.
 * @param name of the call within its operation.
 * @param lookUp finds the result of an earlier call if the key no longer can.
 * @throws what `call` throws; UnavailableError while the outcome is unknown.
 */
export type Step = <Result>(
  name: string,
  call: (idempotencyKey: string) => Promise<Result>,
  lookUp: () => Promise<Result | undefined>,
) => Promise<Result>;

/** The key is spent: Stripe would repeat an outdated answer. The worker continues with the next key. */
export class SpentKeyError extends UnavailableError {
  constructor(cause: unknown) {
    super('problem.providerUnavailable', cause);
  }
}
