import type Stripe from 'stripe';
import { AppError, NotFoundError, UnavailableError } from '../http/app-error.ts';
import { declineReason } from '../messages/declines-fr.ts';
import type { MessageKey } from '../messages/index.ts';

/** The card was refused; the message is the provider's, as the customer should read it (CARD-11), or ours where the refusal is. */
export class CardError extends AppError {
  /** What the words for it go by: Stripe's reason, such as `insufficient_funds`, or the error's code. */
  readonly declineCode: string | undefined;

  /** Stripe's code of the error, such as `card_declined`. */
  readonly providerCode: string | undefined;

  constructor(message: string | { key: MessageKey }, declineCode?: string, providerCode?: string) {
    super({
      code: 'CardError',
      message: typeof message === 'string' ? { text: message, declineCode } : message,
    });
    this.declineCode = declineCode;
    this.providerCode = providerCode;
  }
}

/** The catalogue has the coupon, and Stripe does not take it any more: used up, deactivated, or not for this customer. */
export class CouponRefusedError extends AppError {
  constructor(cause?: unknown) {
    const said = { key: 'purchase.invalidCoupon' } as const;
    super({ code: 'InvalidCoupon', message: said, propertyErrors: { coupon: [said] }, cause });
  }
}

/** Cents that Stripe charges at most in one payment (docs.stripe.com/currencies#minimum-and-maximum-charge-amounts). */
export const largestCharge = 99_999_999;

/** What is chosen costs more than one payment can be. */
export class ChargeTooLargeError extends AppError {
  constructor(cause?: unknown) {
    const said = { key: 'purchase.chargeTooLarge', values: { maximum: largestCharge / 100 } } as const;
    super({
      code: 'ValidationError',
      message: said,
      propertyErrors: { 'items.0.quantity': [said] },
      cause,
    });
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
  readonly headers?: Readonly<Record<string, string>>;
}

function isProviderError(error: unknown): error is ProviderError {
  return (
    error instanceof Error &&
    typeof (error as Partial<ProviderError>).type === 'string' &&
    (error as unknown as ProviderError).type.startsWith('Stripe')
  );
}

/**
 * Whether a call may have been carried out although it failed here: the same call with the same key settles it. A key to the account that is
 * refused says nothing of what an earlier try of the call did, and is mended by the operator.
 */
function isUncertain(error: unknown): boolean {
  if (!isProviderError(error)) return false;
  return uncertainTypes.has(error.type) || (error.statusCode ?? 0) >= 500 || error.statusCode === 409;
}

const uncertainTypes = new Set([
  'StripeConnectionError',
  'StripeRateLimitError',
  'StripeIdempotencyError',
  'StripeAuthenticationError',
  'StripePermissionError',
]);

/** The SDK's error, also where it was translated. */
function providerErrorOf(error: unknown): ProviderError | undefined {
  if (isProviderError(error)) return error;
  return error instanceof AppError && isProviderError(error.cause) ? error.cause : undefined;
}

/** Whether Stripe repeated a failure of its own that it keeps for the call's key: the key will never tell what happened. */
export function isStoredFailure(error: unknown): boolean {
  const known = providerErrorOf(error);
  return known !== undefined && (known.statusCode ?? 0) >= 500 && isReplay(known.headers);
}

/** Whether Stripe knows the call's key from a call with other parameters. */
export function isKeyOfAnother(error: unknown): boolean {
  const known = providerErrorOf(error);
  return known?.type === 'StripeIdempotencyError' && known.statusCode === 400;
}

/** Stripe's codes for a payment that the cardholder must authenticate (STR-6). */
const authenticationErrorCodes = new Set([
  'subscription_payment_intent_requires_action',
  'invoice_payment_intent_requires_action',
  'authentication_required',
]);

/** Whether a payment waits for the card's holder. */
export function requiresAuthentication(error: unknown): boolean {
  return error instanceof CardError && authenticationErrorCodes.has(error.providerCode ?? '');
}

/** Whether Stripe understood a call and said no: nothing was changed, and nothing will by asking again. */
export function isRefusal(error: unknown): boolean {
  return isProviderError(error) && !isUncertain(error);
}

/** Errors after which trying again makes no sense: a rule's, a declined card's, a request that Stripe does not take. */
export function isFinal(error: unknown): boolean {
  if (error instanceof UnavailableError) return false;
  return error instanceof AppError || isRefusal(error);
}

/**
 * Turns the SDK's exceptions into the portal's own, so that none leaves this folder: a card error carries the provider's message,
 * a coupon that is not taken any more and an amount that is too large are 422, a missing object is 404, and what may pass is a 503 that can be tried again (STR-4).
 */
function toAppError(error: unknown): unknown {
  if (!isProviderError(error)) return error;
  if (error.type === 'StripeCardError')
    return new CardError(error.message, declineReason(error.decline_code, error.code), error.code);
  if (error.param?.startsWith('discounts') && isRefusal(error)) return new CouponRefusedError(error);
  if (error.code === 'amount_too_large') return new ChargeTooLargeError(error);
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

/** Whether Stripe answered with what it had answered to the same idempotency key before. */
function isReplay(headers: Readonly<Record<string, string>> | undefined): boolean {
  return headers?.['idempotent-replayed'] === 'true';
}

/** What a call answered, read again where the answer repeats an earlier one: that was true then, and perhaps is not any more. */
export async function refetchIfReplayed<Answer>(
  answer: Stripe.Response<Answer>,
  readAgain: (answer: Answer) => Promise<Answer>,
): Promise<Answer> {
  return isReplay(answer.lastResponse.headers) ? readAgain(answer) : answer;
}

/** Whether Stripe knows no such object. */
export function isMissing(error: unknown): boolean {
  return (error as { code?: string } | undefined)?.code === 'resource_missing';
}

/** Whether reading again cannot help: Stripe said no, or said something that is not understood here. */
export function isUnreadable(error: unknown): boolean {
  return isRefusal(error) || error instanceof TypeError || error instanceof RangeError;
}

/** An error in the words of what went wrong first, for an operator to read: the errors around it say less. */
export function describeError(error: unknown): string {
  let words = String(error);
  for (let current = error; current instanceof Error; current = current.cause) words = current.message || words;
  return words.slice(0, 500);
}
