import { z } from 'zod';
import { defineEndpoint } from '../api/endpoint.ts';
import { catalogId, cents, listSchema, pageQuery, rowId, rowIdParameter, textBlock, utc } from '../api/values.ts';

/** Cancellation reasons, with the payment provider's names. */
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

/** Maximum length of a comment. */
export const maxCommentCharacters = 500;

/** Outcome. `restored`: the cancellation was undone. `saved`: the customer accepted an offer instead. */
const outcome = z.enum(['canceled', 'restored', 'saved']);

/** The reasons that customers gave in a month, in one currency. */
const monthOfReasons = z.object({
  /** The first day of the month, in UTC. */
  month: z.iso.date(),
  /** Null if the question was skipped. */
  reason: cancellationReason.nullable(),
  currency: z.string(),
  /** Cancellations that were not undone. */
  canceled: z.int().nonnegative(),
  /** Monthly revenue of these in cents, before tax and discounts. */
  lost: cents,
  restored: z.int().nonnegative(),
  saved: z.int().nonnegative(),
});
export type MonthOfReasons = z.infer<typeof monthOfReasons>;

/** The answer of one customer. */
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
  /** Cents a month, before tax and discounts. */
  amountPerMonth: cents,
  currency: z.string(),
});
export type GivenReason = z.infer<typeof givenReason>;

/** Number of months reported, including the current one. */
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
    body: z.object({ reason: cancellationReason, comment: textBlock(maxCommentCharacters).nullish() }),
    response: z.object({}),
    errors: ['Conflict'],
  }),
  list: defineEndpoint({
    method: 'GET',
    path: '/api/Operator/CancellationReasons',
    summary: 'What customers said when they canceled, the latest first, with what came of it',
    action: 'operator.cancellations',
    query: pageQuery({ pageSize: 20, max: 400 }).extend(listFilter),
    response: listSchema(givenReason),
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
      /** The products with any answers, by name. */
      products: z.array(z.object({ id: catalogId, name: z.string() })),
    }),
  }),
};
