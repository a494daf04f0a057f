import { z } from 'zod';
import { intervals } from './catalog.ts';
import { defineEndpoint } from './endpoint.ts';
import { catalogId, cents, listOf, pageQuery, rowIdParameter } from './values.ts';

/** A way to pay for what an account has: one price plan of its plan. */
export const paymentOption = z.object({
  /** Of the price plan; a change of the subscription names it. */
  id: catalogId,
  nickname: z.string(),
  interval: z.enum(intervals),
  intervalCount: z.int().positive(),
  /** Cents for each unit and interval. */
  amount: cents,
  amountPerMonth: cents,
  /** Cents saved in a year against twelve monthly payments. */
  yearSavings: cents,
  currency: z.string(),
  /** Whether the subscription is paid so now. */
  isCurrent: z.boolean(),
});
export type PaymentOption = z.infer<typeof paymentOption>;

export const paymentOptions = {
  list: defineEndpoint({
    method: 'GET',
    path: '/api/Products/{id}/Subscription/{subId}/paymentOptions',
    summary:
      'How often a subscription may be paid, and at what price; the present way first, also where it is sold no more',
    access: { who: 'user', features: ['customerAdmin', 'billing'] },
    params: z.object({ id: catalogId, subId: rowIdParameter }),
    query: pageQuery({ pageSize: 100, max: 100 }),
    response: listOf(paymentOption),
  }),
};
