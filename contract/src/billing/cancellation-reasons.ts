import { z } from 'zod';
import { defineEndpoint } from '../api/endpoint.ts';
import { catalogId, cents, listOf, pageQuery, rowId, rowIdParameter, textBlock, utc } from '../api/values.ts';

/** Why somebody cancels, in the payment provider's words. */
export const cancellationReasonNames = [
  'too_expensive',
  'missing_features',
  'switched_service',
  'unused',
  'customer_service',
  'too_complex',
  'low_quality',
  'other',
] as const;
export const cancellationReason = z.enum(cancellationReasonNames);
export type CancellationReason = z.infer<typeof cancellationReason>;

/** Characters of a comment at most. */
export const mostCommentCharacters = 500;

/** What came of it: `restored`: the cancellation was taken back; `saved`: an offer to stay was accepted instead. */
const outcome = z.enum(['canceled', 'restored', 'saved']);

/** What customers said in a month, in one currency. */
const monthOfReasons = z.object({
  /** The first day of the month, in UTC. */
  month: z.iso.date(),
  /** Null where the question was skipped. */
  reason: cancellationReason.nullable(),
  currency: z.string(),
  /** Cancellations that stand. */
  canceled: z.int().nonnegative(),
  /** Cents a month that these paid before tax and discounts. */
  lost: cents,
  restored: z.int().nonnegative(),
  saved: z.int().nonnegative(),
});
export type MonthOfReasons = z.infer<typeof monthOfReasons>;

/** What one customer said. */
const givenReason = z.object({
  id: rowId,
  at: utc,
  account: z.object({ id: rowId, name: z.string() }),
  productId: catalogId,
  productName: z.string(),
  planName: z.string(),
  reason: cancellationReason.nullable(),
  comment: z.string().nullable(),
  outcome,
  /** Cents a month before tax and discounts. */
  amountPerMonth: cents,
  currency: z.string(),
});
export type GivenReason = z.infer<typeof givenReason>;

/** Months that are told of, this one included. */
export const monthsOfReasons = 12;

const filter = { productId: catalogId.optional() };
const listFilter = {
  ...filter,
  /** The first day of a month, in UTC. */
  month: z.iso.date().regex(/-01$/).optional(),
  reason: cancellationReason.optional(),
  /** Only those with a comment. */
  withComment: z.stringbool().default(false),
};

export const cancellationReasons = {
  give: defineEndpoint({
    method: 'POST',
    path: '/api/Subscription/{id}/CancellationReason',
    summary:
      'Says why a subscription is being canceled, or was; what was said before about the same cancellation is replaced',
    action: 'subscriptions.manage',
    params: z.object({ id: rowIdParameter }),
    body: z.object({ reason: cancellationReason, comment: textBlock(mostCommentCharacters).nullish() }),
    response: z.object({}),
    errors: ['Conflict'],
  }),
  list: defineEndpoint({
    method: 'GET',
    path: '/api/Operator/CancellationReasons',
    summary: 'What customers said when they canceled, the latest first, with what came of it',
    action: 'operator.cancellations',
    query: pageQuery({ pageSize: 20, max: 400 }).extend(listFilter),
    response: listOf(givenReason),
  }),
  export: defineEndpoint({
    method: 'GET',
    path: '/Reports/CancellationsReport',
    summary: 'The cancellations of all accounts as a CSV file, filtered as the list',
    action: 'operator.cancellations',
    query: z.object({ ...listFilter, format: z.literal('csv') }),
  }),
  listMonths: defineEndpoint({
    method: 'GET',
    path: '/api/Operator/CancellationReasons/Months',
    summary: 'How often each reason was given in the last twelve months, and what it cost a month',
    action: 'operator.cancellations',
    query: z.object(filter),
    response: z.object({
      items: z.array(monthOfReasons),
      /** The products that anything was said of, by name. */
      products: z.array(z.object({ id: catalogId, name: z.string() })),
    }),
  }),
};
