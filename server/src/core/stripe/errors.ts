import type Stripe from 'stripe';
import { AppError, NotFoundError, UnavailableError } from '../http/app-error.ts';
import { declineReason } from '../messages/declines-fr.ts';
import type { MessageKey } from '../messages/index.ts';

/**
 * The card was refused. The message is the provider's, as the customer should read it (CARD-11), or the portal's own.
 */
export class CardError extends AppError {
  /** Selects the text: Stripe's reason, such as `insufficient_funds`, or the error's code. */
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

/** The catalog has the coupon, but Stripe no longer accepts it: used up, deactivated, or not for this customer. */
export class CouponRefusedError extends AppError {
  constructor(cause?: unknown) {
    const said = { key: 'purchase.invalidCoupon' } as const;
    super({ code: 'InvalidCoupon', message: said, propertyErrors: { coupon: [said] }, cause });
  }
}

/** Maximum amount of a payment at Stripe, in cents (docs.stripe.com/currencies#minimum-and-maximum-charge-amounts). */
export const largestCharge = 99_999_999;

/** The selection costs more than a single payment can be. */
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

/**
 * Stripe understood a call and refused it. Customers read that the vendor was informed; operators see Stripe's reason
 * (OPR-12).
 */
export class ProviderRefusedError extends AppError {
  readonly issue: 'refused' | 'currencyDiffers';
  readonly param: string | undefined;
  /** Stripe's code of the error, such as `parameter_invalid`. */
  readonly providerCode: string | undefined;
  /** Stripe's own words. */
  readonly reason: string;

  constructor(cause: ProviderError) {
    const { message, param, code } = cause;
    const differs = message.includes('combine currencies');
    const isPrice = !differs && /(?:^|\[)price\]?$/.test(param ?? '');
    super({
      code: isPrice ? 'NotForSale' : 'Conflict',
      message: {
        key: differs ? 'purchase.currencyDiffers' : isPrice ? 'purchase.notSoldNow' : 'problem.providerRefused',
      },
      cause,
    });
    this.issue = differs ? 'currencyDiffers' : 'refused';
    this.param = param;
    this.providerCode = code;
    this.reason = [message, ...[code, param].filter(Boolean).map((part) => `(${part})`)].join(' ');
  }
}

/** The error code of a call that was not made, because too many were waiting. */
export const callRefusedCode = 'portal_too_many_calls';

/** The common shape of the SDK's errors, so that only `client.ts` loads the SDK. */
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
 * Whether a call may have been carried out although it failed here. Repeating it with the same key shows the outcome.
 * This includes a refused API key, because an earlier try may have succeeded and the operator can fix the key.
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

/** The SDK's error, even if it was translated. */
function findProviderError(error: unknown): ProviderError | undefined {
  if (isProviderError(error)) return error;
  return error instanceof AppError && isProviderError(error.cause) ? error.cause : undefined;
}

/**
 * Whether Stripe repeated a failure that it stored for the call's key, so that the key can no longer reveal the
 * outcome.
 */
export function isStoredFailure(error: unknown): boolean {
  const known = findProviderError(error);
  return known !== undefined && (known.statusCode ?? 0) >= 500 && isReplay(known.headers);
}

/** Whether Stripe knows the key from a call with other parameters. */
export function isKeyOfAnother(error: unknown): boolean {
  const known = findProviderError(error);
  return known?.type === 'StripeIdempotencyError' && known.statusCode === 400;
}

/** Stripe's codes for a payment that the cardholder must authenticate (STR-6). */
const authenticationErrorCodes = new Set([
  'subscription_payment_intent_requires_action',
  'invoice_payment_intent_requires_action',
  'authentication_required',
]);

/** Whether a payment waits for the cardholder's authentication. */
export function requiresAuthentication(error: unknown): boolean {
  return error instanceof CardError && authenticationErrorCodes.has(error.providerCode ?? '');
}

/** Whether Stripe understood a call and refused it: nothing was changed, and repeating it would not help. */
export function isRefusal(error: unknown): boolean {
  return error instanceof ProviderRefusedError || (isProviderError(error) && !isUncertain(error));
}

/** Errors for which a retry makes no sense: a violated rule, a declined card, an invalid request. */
export function isFinal(error: unknown): boolean {
  if (error instanceof UnavailableError) return false;
  return error instanceof AppError || isRefusal(error);
}

/**
 * Translates the SDK's errors to the portal's own, so that none leaves this folder. Card errors keep the provider's
 * message. Refused coupons and too large amounts are 422, missing objects 404, other refusals 409, and temporary failures
 * 503 (STR-4).
 */
function toAppError(error: unknown): unknown {
  if (!isProviderError(error)) return error;
  if (error.type === 'StripeCardError')
    return new CardError(error.message, declineReason(error.decline_code, error.code), error.code);
  if (error.param?.startsWith('discounts') && isRefusal(error)) return new CouponRefusedError(error);
  if (error.code === 'amount_too_large') return new ChargeTooLargeError(error);
  if (error.code === 'resource_missing') return new NotFoundError();
  if (error.code === callRefusedCode) return new UnavailableError('problem.busy');
  if (isUncertain(error)) return new UnavailableError('problem.providerUnavailable', error);
  return new ProviderRefusedError(error);
}

/** Runs a call and translates its errors. */
export async function translated<Result>(call: () => Promise<Result>): Promise<Result> {
  try {
    return await call();
  } catch (error) {
    throw toAppError(error);
  }
}

/** Whether Stripe repeated its earlier answer to the same idempotency key. */
function isReplay(headers: Readonly<Record<string, string>> | undefined): boolean {
  return headers?.['idempotent-replayed'] === 'true';
}

/**
 * The result of a call. If Stripe repeated an earlier answer, the object is fetched again, because that answer may be
 * outdated.
 */
export async function refetchIfReplayed<Answer>(
  answer: Stripe.Response<Answer>,
  readAgain: (answer: Answer) => Promise<Answer>,
): Promise<Answer> {
  return isReplay(answer.lastResponse.headers) ? readAgain(answer) : answer;
}

/** Whether Stripe has no such object. */
export function isMissing(error: unknown): boolean {
  return (error as { code?: string } | undefined)?.code === 'resource_missing';
}

/** Whether reading again is pointless: Stripe refused the read, or its answer is not understood here. */
export function isUnreadable(error: unknown): boolean {
  return isRefusal(error) || error instanceof TypeError || error instanceof RangeError;
}

/** The message of the innermost cause, for operators, because the errors around it are less specific. */
export function describeError(error: unknown): string {
  let words = String(error);
  for (let current = error; current instanceof Error; current = current.cause) words = current.message || words;
  return words.slice(0, 500);
}
