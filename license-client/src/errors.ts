/** What the portal answers with, each described in docs/licensing.md. A later portal may have further ones. */
export type PortalCode =
  | 'TokenRejected'
  | 'TokenTypeRefused'
  | 'ValidationError'
  | 'ClockDiffers'
  | 'LicenseUnknown'
  | 'LicenseAmbiguous'
  | 'LicenseNotActive'
  | 'LicenseFull'
  | 'DeviceUnknown'
  | 'DeviceBlocked'
  | 'ReleaseLimit'
  | 'NotFloating'
  | 'HostLockedOnly'
  | 'BorrowingNotAllowed'
  | 'SessionEnded'
  | 'TooManyRequests'
  | 'ServiceUnavailable'
  | 'InternalError';

/**
 * What the client finds by itself:
 * - `PortalAway`: no answer, or one that nobody signed;
 * - `AnswerNotTrusted`: an answer that is signed wrongly, or answers something else;
 * - `FileRefused`: an activation file that is not for this device's request.
 */
export type ClientCode = 'PortalAway' | 'AnswerNotTrusted' | 'FileRefused';

export interface ErrorDetail {
  /** HTTP status; missing where there was no answer. */
  readonly status?: number;
  /** The portal's id of the request, for the vendor's support. */
  readonly requestId?: string;
  /** Facts that belong to the code, such as `nextAt` of `ReleaseLimit`. */
  readonly additionalData?: Readonly<Record<string, unknown>>;
  /** What is wrong with each field, for `ValidationError`. */
  readonly propertyErrors?: Readonly<Record<string, unknown>>;
  /** For `TooManyRequests` and `ServiceUnavailable`. */
  readonly retryAfterSeconds?: number;
  /** Why an answer or a file was refused, such as `signature`. */
  readonly reason?: string;
  readonly cause?: unknown;
}

/** The one error that this package throws, apart from TypeError for wrong options. Branch on `code`, never on `message`. */
export class LicensingError extends Error {
  override readonly name = 'LicensingError';
  /** A text where a later portal answers with a code that this version does not know. */
  readonly code: PortalCode | ClientCode | (string & {});
  readonly status: number | undefined;
  readonly requestId: string | undefined;
  readonly additionalData: Readonly<Record<string, unknown>>;
  readonly propertyErrors: Readonly<Record<string, unknown>>;
  readonly retryAfterSeconds: number | undefined;
  readonly reason: string | undefined;

  constructor(code: LicensingError['code'], message: string, detail: ErrorDetail = {}) {
    super(message, detail.cause === undefined ? undefined : { cause: detail.cause });
    this.code = code;
    this.status = detail.status;
    this.requestId = detail.requestId;
    this.additionalData = detail.additionalData ?? {};
    this.propertyErrors = detail.propertyErrors ?? {};
    this.retryAfterSeconds = detail.retryAfterSeconds;
    this.reason = detail.reason;
  }
}

/** Codes of answers that say nothing about the license: an earlier answer goes on to count. */
const silent: readonly string[] = [
  'PortalAway',
  'AnswerNotTrusted',
  'TooManyRequests',
  'ServiceUnavailable',
  'InternalError',
];

/** Whether asking again may bring an answer. */
export const isAway = (error: unknown): error is LicensingError =>
  error instanceof LicensingError && silent.includes(error.code);

/** Codes by which the portal says no to this device's use of its license. */
const refusals: readonly string[] = [
  'LicenseUnknown',
  'LicenseNotActive',
  'DeviceUnknown',
  'DeviceBlocked',
  'SessionEnded',
];

/** Whether the portal said that this device may not use its license. */
export const isRefusal = (code: string): boolean => refusals.includes(code);
