import { z } from 'zod';

/** Codes that the browser branches on; words are never compared (spec 1 §8, spec 3 'On the wire'). */
export const errorCodes = [
  'ValidationError',
  'MultipleErrors',
  'file',
  'Unauthorized',
  'Forbidden',
  'AntiForgery',
  'NotFound',
  'Conflict',
  'TooManyRequests',
  'ServiceUnavailable',
  'InternalError',
  /** Name and password do not belong together; the same answer whichever is wrong. */
  'InvalidCredentials',
  /** The card was refused; the message is the payment provider's. */
  'CardError',
  /** The quote behind `taxTransactionId` is gone, used, or no longer what the catalogue says. */
  'PriceChanged',
  /** Another purchase of this product is still being confirmed for the account. */
  'PurchaseUnderWay',
  /** Something else is being changed there and is still being confirmed; `additionalData.operationId` can be followed. */
  'ChangeUnderWay',
  /** The plan cannot be bought online (processing type Manual), is inactive, or its product is disabled. */
  'NotForSale',
  /** 'Coupon number is incorrect or outdated'. */
  'InvalidCoupon',
] as const;
export type ErrorCode = (typeof errorCodes)[number];

/** The body of every answer that is not a success. */
export const problem = z.object({
  code: z.enum(errorCodes),
  message: z.string(),
  /** Several messages where one does not do (code `MultipleErrors`). */
  errors: z.record(z.string(), z.string()).optional(),
  /** All messages of each property, by its name as the request spelt it; the empty name stands for the whole. */
  propertyErrors: z.record(z.string(), z.array(z.string())).optional(),
  additionalData: z
    .object({
      /** UTC; until then further tries are refused. */
      blockedTo: z.iso.datetime().optional(),
    })
    .loose()
    .optional(),
  requestId: z.string(),
});
export type Problem = z.infer<typeof problem>;
