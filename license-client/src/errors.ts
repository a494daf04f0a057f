/** The portal's codes, each described in docs/licensing.md. Later portals may have more. */
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
  | 'TrialUsed'
  | 'ReleaseLimit'
  | 'NotFloating'
  | 'HostLockedOnly'
  | 'BorrowingNotAllowed'
  | 'SessionEnded'
  | 'TooManyRequests'
  | 'ServiceUnavailable'
  | 'InternalError';

/**
 * The client's own codes:
 * - `PortalAway`: no answer, or an unsigned one;
 * - `AnswerNotTrusted`: a wrong signature, or an answer to something else;
 * - `FileRefused`: an activation file that is not for this device's request.
 */
export type ClientCode = 'PortalAway' | 'AnswerNotTrusted' | 'FileRefused';

export interface ErrorDetail {
  /** HTTP status; missing without an answer. */
  readonly status?: number;
  /** The portal's id of the request, for the vendor's support. */
  readonly requestId?: string;
  /** Details of the code, such as `nextAt` of `ReleaseLimit`. */
  readonly additionalData?: Readonly<Record<string, unknown>>;
  /** Errors by field, for `ValidationError`. */
  readonly propertyErrors?: Readonly<Record<string, unknown>>;
  /** Set for `TooManyRequests` and `ServiceUnavailable`. */
  readonly retryAfterSeconds?: number;
  /** Why an answer or a file was refused, such as `signature`. */
  readonly reason?: string;
  readonly cause?: unknown;
}

/**
 * The only error that this package throws, apart from TypeError for wrong options. Branch on `code`, never on
 * `message`.
 */
export class LicensingError extends Error {
  override readonly name = 'LicensingError';
  /** Any string, because a later portal may send codes that this version does not know. */
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

/** Codes that say nothing about the license, so that an earlier answer stays valid. */
const inconclusiveCodes: readonly string[] = [
  'PortalAway',
  'AnswerNotTrusted',
  'TooManyRequests',
  'ServiceUnavailable',
  'InternalError',
];

/** Whether repeating the call may bring an answer. */
export const isAway = (error: unknown): error is LicensingError =>
  error instanceof LicensingError && inconclusiveCodes.includes(error.code);

/** Codes with which the portal refuses this device the use of its license. */
const refusalCodes: readonly string[] = [
  'LicenseUnknown',
  'LicenseNotActive',
  'DeviceUnknown',
  'DeviceBlocked',
  'SessionEnded',
];

/** Whether the code means that this device may not use its license. */
export const isRefusal = (code: string): boolean => refusalCodes.includes(code);
