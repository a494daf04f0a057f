import { z } from 'zod';

/**
 * Codes of the licensing API, and the status that each answers with (LIC-5). Products branch on them; `docs/licensing.md` explains them one by one.
 */
export const licensingStatuses = {
  /** The token is unknown, of another product, disabled, expired or malformed, or its account is disabled: one answer for all. */
  TokenRejected: 401,
  /** A public token where a secret one is needed. */
  TokenTypeRefused: 403,
  ValidationError: 422,
  /** The caller's clock and the server's differ by more than five minutes, or an old request is replayed. */
  ClockDiffers: 400,
  /** No license has that serial number, or it is another account's or product's. */
  LicenseUnknown: 404,
  /** Several licenses are usable, and the request names none. */
  LicenseAmbiguous: 409,
  /** The license is pending, canceled or expired; `additionalData.status` says which. */
  LicenseNotActive: 409,
  /** All places are taken; `additionalData` says by whom. */
  LicenseFull: 409,
  DeviceUnknown: 404,
  DeviceBlocked: 403,
  /** The plan allows no further release now; `additionalData.nextAt` says when it does. */
  ReleaseLimit: 409,
  /** Sessions are of floating licenses. */
  NotFloating: 409,
  /** A floating license is used by sessions, not by activations. */
  HostLockedOnly: 409,
  /** The plan lends for `additionalData.mostDays` days at most. */
  BorrowingNotAllowed: 409,
  /** The session has ended, or there is none by that id. */
  SessionEnded: 410,
  TooManyRequests: 429,
  ServiceUnavailable: 503,
  InternalError: 500,
} as const;
export type LicensingCode = keyof typeof licensingStatuses;

const licensingCodes = Object.keys(licensingStatuses) as [LicensingCode, ...LicensingCode[]];

/** Codes that every call may answer with. */
export const commonLicensingCodes = [
  'TokenRejected',
  'TokenTypeRefused',
  'ValidationError',
  'ClockDiffers',
  'TooManyRequests',
  'ServiceUnavailable',
  'InternalError',
] as const satisfies readonly LicensingCode[];

/** What every signed answer has beside its own fields (LIC-2). */
export const licensingEnvelope = z.object({
  /** The caller's; null where the body could not be read. */
  nonce: z.string().nullable(),
  /** The server's clock, UTC with milliseconds. */
  time: z.iso.datetime(),
  /** The path of the call below `/api/licensing/v1/`. */
  call: z.string(),
});

/** The body of every answer that is not a success. */
export const licensingProblem = licensingEnvelope.extend({
  code: z.enum(licensingCodes),
  /** In the language of the request, for people. Programs branch on `code`. */
  message: z.string(),
  /** All messages of each property, by its path in the body; the empty name stands for the whole. */
  propertyErrors: z.record(z.string(), z.array(z.string())).optional(),
  additionalData: z.record(z.string(), z.unknown()).optional(),
  requestId: z.string(),
});
export type LicensingProblem = z.infer<typeof licensingProblem>;
