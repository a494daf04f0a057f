import { z } from 'zod';
import { defineEndpoint } from '../api/endpoint.ts';
import { catalogId, cents, rowIdParameter } from '../api/values.ts';
import { cancellationReason } from './cancellation-reasons.ts';
import { operationAnswer, operationErrors } from './operations.ts';
import { subscription } from './subscriptions.ts';

const common = {
  id: catalogId,
  /** The reasons for which it is offered. If empty, it is offered for all reasons and for none. */
  reasons: z.array(cancellationReason),
  /** The vendor's text, in the reader's language. */
  text: z.string().nullable(),
};

/** What the vendor offers to a canceling customer. */
export const cancellationOffer = z.discriminatedUnion('kind', [
  z.object({
    ...common,
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
    ...common,
    /** A cheaper plan. */
    kind: z.literal('plan'),
    planName: z.string(),
    /** Cents a month per unit, before tax. */
    amountPerMonth: cents,
    currency: z.string(),
  }),
  z.object({
    ...common,
    /** The same plan with another billing interval. */
    kind: z.literal('interval'),
    interval: z.enum(['Day', 'Month', 'Year']),
    /** Percentage saved; 0 if it saves nothing. */
    percentSaved: z.int().nonnegative(),
  }),
  z.object({ ...common, /** Somebody who can be contacted. */ kind: z.literal('contact'), url: z.string() }),
]);
export type CancellationOffer = z.infer<typeof cancellationOffer>;

export const cancellationOffers = {
  list: defineEndpoint({
    method: 'GET',
    path: '/api/Subscription/{id}/CancellationOffers',
    summary: 'What the vendor offers to who cancels a subscription, in the order of the catalog',
    action: 'subscriptions.manage',
    params: z.object({ id: rowIdParameter }),
    response: z.object({ items: z.array(cancellationOffer) }),
  }),
  follow: defineEndpoint({
    method: 'POST',
    path: '/api/Subscription/{id}/CancellationOffers/{offerId}/Follow',
    summary:
      'Says that who cancels looks at the plan or interval of an offer instead; a change to it within a day counts as its success',
    action: 'subscriptions.manage',
    params: z.object({ id: rowIdParameter, offerId: catalogId }),
    body: z.object({}).optional(),
    response: z.object({}),
    errors: ['Conflict'],
  }),
  accept: defineEndpoint({
    method: 'POST',
    path: '/api/Subscription/{id}/CancellationOffers/{offerId}',
    summary: 'Takes the discount that is offered to who stays: once for each product, ever',
    action: 'subscriptions.manage',
    params: z.object({ id: rowIdParameter, offerId: catalogId }),
    body: z.object({}).optional(),
    response: operationAnswer.extend({ subscription }),
    errors: [...operationErrors, 'Conflict'],
  }),
};
