import { z } from 'zod';

/**
 * Codes that the browser branches on, words are never compared, and the status that each answers with (WIRE-7).
 * An address that does not fit its schema is a ValidationError with 400, a body that is too large one with 413.
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
  /** Name and password do not belong together; the same answer whichever is wrong. */
  InvalidCredentials: 422,
  /** A code of the second factor is wrong, used, or of another sign-in. */
  InvalidCode: 422,
  /** There is no sign-in any more that waits for a second factor; it begins anew with the password. */
  ChallengeExpired: 410,
  /** A mailed link is used, too old, or replaced by a newer one. */
  LinkExpired: 410,
  /** The user has to give the password or a passkey again; the last time was more than ten minutes ago. */
  ConfirmationRequired: 403,
  /** The account demands a second factor: the last one cannot be taken away. */
  SecondFactorRequired: 409,
  /** Without this way in the user could not sign in any more. */
  LastWayIn: 409,
  /** The card was refused; the message is the payment provider's. */
  CardError: 402,
  /** The quote behind `taxTransactionId` is gone, used, or no longer what the catalog says. */
  PriceChanged: 409,
  /** Another purchase of this product is still being confirmed for the account. */
  PurchaseUnderWay: 409,
  /** Something else is being changed there and is still being confirmed; `additionalData.operationId` can be followed. */
  ChangeUnderWay: 409,
  /** The plan cannot be bought online (processing type Manual), is inactive, or its product is disabled. */
  NotForSale: 409,
  /** All places of a license are taken. */
  LicenseFull: 409,
  /** A license that is pending, canceled or expired covers no device and has no file. */
  LicenseNotActive: 409,
  /** The plan allows no further release now; `additionalData.nextAt` (UTC) says when it does. */
  ReleaseLimit: 409,
  /** 'Coupon number is incorrect or outdated'. */
  InvalidCoupon: 422,
} as const;
export type ErrorCode = keyof typeof errorStatuses;
export type ErrorStatus = (typeof errorStatuses)[ErrorCode];

const errorCodes = Object.keys(errorStatuses) as [ErrorCode, ...ErrorCode[]];

/** Codes that every call may answer with; an endpoint declares the others that it answers with. */
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

/** The body of every answer that is not a success (WIRE-7). */
export const problem = z.object({
  code: z.enum(errorCodes),
  message: z.string(),
  /** Several messages where one does not do (code `MultipleErrors`). */
  errors: z.record(z.string(), z.string()).optional(),
  /** All messages of each property, by its name as the request spelled it; the empty name stands for the whole (WIRE-8). */
  propertyErrors: z.record(z.string(), z.array(z.string())).optional(),
  additionalData: z
    .object({
      /** UTC; until then further tries are refused. */
      blockedTo: z.iso.datetime().optional(),
      /** The subscriptions that a card pays for, where it cannot be deleted for them. */
      subscriptions: z.array(z.object({ id: z.int(), productId: z.string(), productName: z.string() })).optional(),
    })
    .loose()
    .optional(),
  requestId: z.string(),
});
export type Problem = z.infer<typeof problem>;
