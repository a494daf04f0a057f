import { z } from 'zod';
import { defineEndpoint } from '../api/endpoint.ts';
import {
  catalogId,
  catalogIdParameter,
  cents,
  day,
  listSchema,
  pageQuery,
  reportFormat,
  rowId,
  rowIdParameter,
  textBlock,
  utc,
} from '../api/values.ts';
import { operationAnswer, operationErrors } from './operations.ts';
import { subscription } from './subscriptions.ts';

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
  /** Monthly revenue of these cancellations in cents, before tax and discounts. */
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
  month: day.regex(/-01$/).optional(),
  reason: cancellationReason.optional(),
  /** Whether to return only answers with a comment. */
  withComment: z.stringbool().default(false),
};

const offer = {
  id: catalogId,
  /** The reasons for which the offer is shown. If empty, it is shown for every reason, and if no reason was given. */
  reasons: z.array(cancellationReason),
  /** The vendor's text, in the user's language. */
  text: z.string().nullable(),
};

/** What the vendor offers to a canceling customer. */
export const cancellationOffer = z.discriminatedUnion('kind', [
  z.object({
    ...offer,
    /** A discount on the unchanged subscription. */
    kind: z.literal('coupon'),
    percentOff: z.number().nullable(),
    /** Cents off each invoice. */
    amountOff: cents.nullable(),
    currency: z.string(),
    duration: z.enum(['once', 'repeating', 'forever']),
    /** Set for `repeating`. */
    months: z.int().nullable(),
  }),
  z.object({
    ...offer,
    /** A cheaper plan. */
    kind: z.literal('plan'),
    planName: z.string(),
    /** Cents a month per unit, before tax. */
    amountPerMonth: cents,
    currency: z.string(),
  }),
  z.object({
    ...offer,
    /** The current plan with another billing interval. */
    kind: z.literal('interval'),
    interval: z.enum(['Day', 'Month', 'Year']),
    /** Percentage saved; 0 if it saves nothing. */
    percentSaved: z.int().nonnegative(),
  }),
  z.object({ ...offer, /** A person to contact. */ kind: z.literal('contact'), url: z.string() }),
]);
export type CancellationOffer = z.infer<typeof cancellationOffer>;

export const cancellations = {
  listOffers: defineEndpoint({
    method: 'GET',
    path: '/api/Subscription/{id}/CancellationOffers',
    summary: 'The offers to a customer who cancels this subscription, in the order of the catalog',
    action: 'subscriptions.manage',
    params: z.object({ id: rowIdParameter }),
    response: z.object({ items: z.array(cancellationOffer) }),
  }),
  followOffer: defineEndpoint({
    method: 'POST',
    path: '/api/Subscription/{id}/CancellationOffers/{offerId}/Follow',
    summary:
      'Records that a canceling customer opened the plan or interval of an offer; a change to it within a day counts as accepted',
    action: 'subscriptions.manage',
    params: z.object({ id: rowIdParameter, offerId: catalogIdParameter }),
    body: z.object({}).optional(),
    response: z.object({}),
    errors: ['Conflict'],
  }),
  acceptOffer: defineEndpoint({
    method: 'POST',
    path: '/api/Subscription/{id}/CancellationOffers/{offerId}',
    summary: 'Accepts the discount of an offer to stay, at most once per product',
    action: 'subscriptions.manage',
    params: z.object({ id: rowIdParameter, offerId: catalogIdParameter }),
    body: z.object({}).optional(),
    response: operationAnswer.extend({ subscription }),
    errors: [...operationErrors, 'Conflict'],
  }),
  giveReason: defineEndpoint({
    method: 'POST',
    path: '/api/Subscription/{id}/CancellationReason',
    summary: 'Stores the reason of a cancellation, replacing an earlier reason for the same cancellation',
    action: 'subscriptions.manage',
    params: z.object({ id: rowIdParameter }),
    body: z.object({ reason: cancellationReason, comment: textBlock(maxCommentCharacters).nullish() }),
    response: z.object({}),
    errors: ['Conflict'],
  }),
  list: defineEndpoint({
    method: 'GET',
    path: '/api/Operator/CancellationReasons',
    summary: 'Cancellations of all accounts with their reasons and outcomes, latest first',
    action: 'operator.cancellations',
    query: pageQuery({ pageSize: 20, max: 400 }).extend(listFilter),
    response: listSchema(givenReason),
  }),
  export: defineEndpoint({
    method: 'GET',
    path: '/Reports/CancellationsReport',
    summary: 'The cancellations of all accounts as a CSV file, with the filters of the list',
    action: 'operator.cancellations',
    query: z.object({ ...listFilter, ...reportFormat }),
  }),
  listMonths: defineEndpoint({
    method: 'GET',
    path: '/api/Operator/CancellationReasons/Months',
    summary: 'How often each reason was given in the last twelve months, and the monthly revenue lost',
    action: 'operator.cancellations',
    query: z.object(filter),
    response: z.object({
      items: z.array(monthOfReasons),
      /** The products with any answers, by name. */
      products: z.array(z.object({ id: catalogId, name: z.string() })),
    }),
  }),
};
