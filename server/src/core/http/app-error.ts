import { type ErrorCode, type ErrorStatus, errorStatuses, type Locale } from '@portico/contract';
import { declineInFrench } from '../messages/declines-fr.ts';
import { type MessageKey, type MessageValues, translate } from '../messages/index.ts';

/** A message key, or the payment provider's text with the reason of a declined card. */
export type Said = { key: MessageKey; values?: MessageValues } | { text: string; declineCode?: string | undefined };

/** The message of an error in the user's language. A provider's text without a translation is used as it is. */
export function say(said: Said, locale: Locale): string {
  if (!('text' in said)) return translate(locale, said.key, said.values);
  const french = locale === 'fr' && said.declineCode ? declineInFrench(said.declineCode) : undefined;
  return french ?? said.text;
}

export interface AppErrorOptions {
  readonly code: ErrorCode;
  readonly message: Said;
  /** By property, as the request spelled it. */
  readonly propertyErrors?: Readonly<Record<string, readonly Said[]>>;
  readonly additionalData?: Readonly<Record<string, unknown>>;
  /** Seconds for the Retry-After header. */
  readonly retryAfter?: number;
  readonly cause?: unknown;
}

/** An error of a service, with a code that the browser can branch on. One handler renders it. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly status: ErrorStatus;
  readonly said: Said;
  readonly propertyErrors: AppErrorOptions['propertyErrors'];
  readonly additionalData: AppErrorOptions['additionalData'];
  readonly retryAfter: number | undefined;

  constructor(options: AppErrorOptions) {
    super('text' in options.message ? options.message.text : options.message.key, { cause: options.cause });
    this.name = options.code;
    this.code = options.code;
    this.status = errorStatuses[options.code];
    this.said = options.message;
    this.propertyErrors = options.propertyErrors;
    this.additionalData = options.additionalData;
    this.retryAfter = options.retryAfter;
  }
}

/** A request that no browser sends. */
export class BadRequestError extends AppError {
  constructor() {
    super({ code: 'BadRequest', message: { key: 'problem.badRequest' } });
  }
}

/** Also thrown for an object of another account, so that the answers cannot be told apart (ACC-9). */
export class NotFoundError extends AppError {
  constructor() {
    super({ code: 'NotFound', message: { key: 'problem.notFound' } });
  }
}

export class UnauthorizedError extends AppError {
  constructor() {
    super({ code: 'Unauthorized', message: { key: 'problem.unauthorized' } });
  }
}

export class ForbiddenError extends AppError {
  constructor(key: MessageKey = 'problem.forbidden') {
    super({ code: 'Forbidden', message: { key } });
  }
}

/** The user must give the password or a passkey again (CON-1). */
export class ConfirmationRequiredError extends AppError {
  constructor() {
    super({ code: 'ConfirmationRequired', message: { key: 'problem.confirmationRequired' } });
  }
}

/** Refused until `blockedTo`; the browser counts down to it (LIM-2). */
export class TooManyRequestsError extends AppError {
  constructor(blockedTo: Date, now: Date = new Date()) {
    const seconds = Math.max(1, Math.ceil((blockedTo.getTime() - now.getTime()) / 1000));
    super({
      code: 'TooManyRequests',
      message: { key: 'problem.tooManyRequests', values: { seconds } },
      additionalData: { blockedTo: blockedTo.toISOString() },
      retryAfter: seconds,
    });
  }
}

type UnavailableKey =
  | 'problem.unavailable'
  | 'problem.busy'
  | 'problem.providerUnavailable'
  | 'problem.documentUnavailable';

/** A dependency is unavailable (WIRE-12). Nothing was changed, and the same request may be sent again. */
export class UnavailableError extends AppError {
  constructor(key: UnavailableKey, cause?: unknown) {
    super({ code: 'ServiceUnavailable', message: { key }, retryAfter: 5, cause });
  }
}

/** Invalid input that a schema cannot detect: one message for each property. */
export class InvalidInputError extends AppError {
  constructor(propertyErrors: Record<string, Said[]>, message: Said = { key: 'problem.validation' }) {
    super({ code: 'ValidationError', message, propertyErrors });
  }
}
