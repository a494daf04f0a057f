import { z } from 'zod';

/**
 * Error codes with their HTTP status (WIRE-7). The browser branches on codes and never compares messages. A
 * ValidationError has status 400 if the address violates its schema, and 413 if the body is too large.
 */
export const errorStatuses = {
  /** The request could not be read at all. */
  BadRequest: 400,
  ValidationError: 422,
  MultipleErrors: 422,
  file: 422,
  Unauthorized: 401,
  Forbidden: 403,
  AntiForgery: 400,
  NotFound: 404,
  Conflict: 409,
  TooManyRequests: 429,
  ServiceUnavailable: 503,
  InternalError: 500,
  /** Name and password do not match. The answer does not say which is wrong. */
  InvalidCredentials: 422,
  /** A second-factor code is wrong, used, or belongs to another sign-in. */
  InvalidCode: 422,
  /** No sign-in waits for a second factor any more. The user starts again with the password. */
  ChallengeExpired: 410,
  /** A mailed link was used, has expired, or was replaced by a newer one. */
  LinkExpired: 410,
  /** The user must give the password or a passkey again, because the last confirmation is more than ten minutes old. */
  ConfirmationRequired: 403,
  /** The account requires a second factor, so the last one cannot be removed. */
  SecondFactorRequired: 409,
  /** Without this way to sign in, the user could not sign in any more. */
  LastWayIn: 409,
  /** The card was refused; the message is the payment provider's. */
  CardError: 402,
  /** The quote behind `taxTransactionId` is gone, used, or no longer matches the catalog. */
  PriceChanged: 409,
  /** Another purchase of this product is still being confirmed for the account. */
  PurchaseUnderWay: 409,
  /** Another change of the same thing is still being confirmed. `additionalData.operationId` identifies it. */
  ChangeUnderWay: 409,
  /** The plan cannot be bought online (processing type Manual), is inactive, or its product is disabled. */
  NotForSale: 409,
  /** All seats of a license are taken. */
  LicenseFull: 409,
  /** A license that is pending, canceled or expired covers no device and has no file. */
  LicenseNotActive: 409,
  /** The plan allows no further release now; `additionalData.nextAt` (UTC) says when the next one is allowed. */
  ReleaseLimit: 409,
  /** The message is 'Coupon number is incorrect or outdated'. */
  InvalidCoupon: 422,
} as const;
export type ErrorCode = keyof typeof errorStatuses;
export type ErrorStatus = (typeof errorStatuses)[ErrorCode];

const errorCodes = Object.keys(errorStatuses) as [ErrorCode, ...ErrorCode[]];

/** Codes with which every call may answer. An endpoint declares its additional ones. */
export const commonErrors: readonly ErrorCode[] = [
  'BadRequest',
  'ValidationError',
  'Unauthorized',
  'Forbidden',
  'AntiForgery',
  'NotFound',
  'TooManyRequests',
  'ServiceUnavailable',
  'InternalError',
];

/** The body of every error response (WIRE-7). */
export const problem = z.object({
  code: z.enum(errorCodes),
  message: z.string(),
  /** All messages, if there is more than one (code `MultipleErrors`). */
  errors: z.record(z.string(), z.string()).optional(),
  /**
   * All messages of each property, by its name in the request. The empty name stands for the whole request (WIRE-8).
   */
  propertyErrors: z.record(z.string(), z.array(z.string())).optional(),
  additionalData: z
    .object({
      /** UTC; further attempts are refused until then. */
      blockedTo: z.iso.datetime().optional(),
      /** The subscriptions that a card pays for, if the card cannot be deleted because of them. */
      subscriptions: z.array(z.object({ id: z.int(), productId: z.string(), productName: z.string() })).optional(),
    })
    .loose()
    .optional(),
  requestId: z.string(),
});
export type Problem = z.infer<typeof problem>;
