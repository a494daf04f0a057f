import { z } from 'zod';

/**
 * Codes of the licensing API with their HTTP status (LIC-5). Products branch on them; `docs/licensing.md` explains
 * each.
 */
export const licensingStatuses = {
  /**
   * The token is unknown, of another product, disabled, expired or malformed, or its account is disabled. The answer
   * does not say which.
   */
  TokenRejected: 401,
  /** A public token was used for a call that needs a secret one. */
  TokenTypeRefused: 403,
  ValidationError: 422,
  /** The clocks of caller and server differ by more than five minutes, or an old request was replayed. */
  ClockDiffers: 400,
  /** No license has that serial number, or it is another account's or product's. */
  LicenseUnknown: 404,
  /** Several licenses are usable, and the request does not name one. */
  LicenseAmbiguous: 409,
  /** The license is pending, canceled or expired; `additionalData.status` says which. */
  LicenseNotActive: 409,
  /** All seats are taken; `additionalData` lists the devices. */
  LicenseFull: 409,
  DeviceUnknown: 404,
  DeviceBlocked: 403,
  /** The trial is refused to a machine that had a trial of the product in another account. */
  TrialUsed: 403,
  /** The plan allows no further release now; `additionalData.nextAt` says when the next one is allowed. */
  ReleaseLimit: 409,
  /** Only floating licenses have sessions. */
  NotFloating: 409,
  /** A floating license is used with sessions, not with activations. */
  HostLockedOnly: 409,
  /** The plan allows borrowing for at most `additionalData.mostDays` days. */
  BorrowingNotAllowed: 409,
  /** The session has ended or does not exist. */
  SessionEnded: 410,
  TooManyRequests: 429,
  ServiceUnavailable: 503,
  InternalError: 500,
} as const;
export type LicensingCode = keyof typeof licensingStatuses;

const licensingCodes = Object.keys(licensingStatuses) as [LicensingCode, ...LicensingCode[]];

/** Codes with which every call may answer. */
export const commonLicensingCodes = [
  'TokenRejected',
  'TokenTypeRefused',
  'ValidationError',
  'ClockDiffers',
  'TooManyRequests',
  'ServiceUnavailable',
  'InternalError',
] as const satisfies readonly LicensingCode[];

/** The common fields of every signed response (LIC-2). */
export const licensingEnvelope = z.object({
  /** Repeats the caller's nonce; null if the body could not be read. */
  nonce: z.string().nullable(),
  /** The server's clock, UTC with milliseconds. */
  time: z.iso.datetime(),
  /** The path of the call below `/api/licensing/v1/`. */
  call: z.string(),
});

/** The body of every error response. */
export const licensingProblem = licensingEnvelope.extend({
  code: z.enum(licensingCodes),
  /** For people, in the language of the request. Programs branch on `code`. */
  message: z.string(),
  /** All messages of each property, by its path in the body. The empty name stands for the whole body. */
  propertyErrors: z.record(z.string(), z.array(z.string())).optional(),
  additionalData: z.record(z.string(), z.unknown()).optional(),
  requestId: z.string(),
});
export type LicensingProblem = z.infer<typeof licensingProblem>;
