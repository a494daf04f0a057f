import { AppError, NotFoundError, UnavailableError } from '../http/app-error.ts';

/** The card was refused; the message is the provider's, as the customer should read it (spec 1 §8). */
export class CardError extends AppError {
  /** Stripe's reason, such as `insufficient_funds`. */
  readonly declineCode: string | undefined;

  constructor(message: string, declineCode?: string) {
    super({ code: 'CardError', status: 402, message: { text: message } });
    this.declineCode = declineCode;
  }
}

/** The code in the error of a call that was never made, as too many were waiting. */
export const turnedAway = 'portal_too_many_calls';

/** What the SDK's errors have in common, by shape, so that only `client.ts` loads the SDK. */
interface ProviderError {
  readonly type: string;
  readonly message: string;
  readonly code?: string;
  readonly decline_code?: string;
  readonly statusCode?: number;
  readonly param?: string;
}

function isProviderError(error: unknown): error is ProviderError {
  return (
    error instanceof Error &&
    typeof (error as Partial<ProviderError>).type === 'string' &&
    (error as unknown as ProviderError).type.startsWith('Stripe')
  );
}

/** Whether a call may have been carried out although it failed here: the same call with the same key settles it. */
function isUncertain(error: unknown): boolean {
  if (!isProviderError(error)) return false;
  return (
    error.type === 'StripeConnectionError' ||
    error.type === 'StripeRateLimitError' ||
    (error.statusCode ?? 0) >= 500 ||
    error.statusCode === 409
  );
}

/** Whether Stripe understood a call and said no: nothing was changed, and nothing will by asking again. */
export function isRefusal(error: unknown): boolean {
  return isProviderError(error) && !isUncertain(error);
}

/**
 * Turns the SDK's exceptions into the portal's own, so that none leaves this folder: a card error carries the provider's message,
 * a missing object is 404, and what may pass is a 503 that can be tried again.
 */
export function toAppError(error: unknown): unknown {
  if (!isProviderError(error)) return error;
  if (error.type === 'StripeCardError') return new CardError(error.message, error.decline_code ?? error.code);
  if (error.code === 'resource_missing') return new NotFoundError();
  if (error.code === turnedAway) return new UnavailableError('problem.busy');
  if (isUncertain(error)) return new UnavailableError('problem.providerUnavailable', error);
  return error;
}

/** Runs a call with its exceptions translated. */
export async function translated<Result>(call: () => Promise<Result>): Promise<Result> {
  try {
    return await call();
  } catch (error) {
    throw toAppError(error);
  }
}
