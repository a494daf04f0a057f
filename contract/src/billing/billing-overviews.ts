import { z } from 'zod';
import { defineEndpoint } from '../api/endpoint.ts';
import { catalogId, cents, utc } from '../api/values.ts';

/** A card as it is named. */
const namedCard = z.object({ brand: z.string(), last4: z.string() });

/** What a subscription is charged next, by what is known without asking the payment provider (BOV-1). */
export const nextPayment = z.object({
  subscriptionId: z.int(),
  productId: catalogId,
  productName: z.string(),
  /** When it is charged. */
  at: utc,
  currency: z.string(),
  /** Cents of the invoice, with discounts and tax unless `isBeforeTax`. */
  total: cents,
  /** Cents that are charged after credit; more than `total` where the account owes. */
  amountDue: cents,
  /** The card that it is charged to; null where none is known. */
  card: namedCard.nullable(),
  /** True where it has not been reckoned of late: the price alone, without discounts and tax. */
  isBeforeTax: z.boolean(),
});
export type NextPayment = z.infer<typeof nextPayment>;

/** Cents of one product in one month. */
const productSpending = z.object({
  /** Null for what belongs to no subscription. */
  productId: catalogId.nullable(),
  /** What its invoices were paid, with tax. */
  paid: cents,
  /** What is left to pay of its open invoices. */
  unpaid: cents,
});

/** What an account paid in a month of UTC (BOV-3). */
export const monthOfSpending = z.object({
  /** `2026-11`. */
  month: z.string().regex(/^\d{4}-\d{2}$/),
  products: z.array(productSpending),
});
export type MonthOfSpending = z.infer<typeof monthOfSpending>;

/** Something that happened to the account's money of late (BOV-4). */
export const billingActivity = z.discriminatedUnion('kind', [
  z.object({
    /** `declined`: the card's try failed. */
    kind: z.enum(['paid', 'declined']),
    id: z.string(),
    at: utc,
    amount: cents,
    currency: z.string(),
    card: namedCard.nullable(),
    /** Null for a charge without a payment. */
    paymentId: z.string().nullable(),
  }),
  z.object({
    kind: z.literal('refunded'),
    id: z.string(),
    at: utc,
    amount: cents,
    currency: z.string(),
    paymentId: z.string().nullable(),
  }),
  z.object({
    /** `credited`: the vendor gave a credit. `debited`: the vendor took some back. */
    kind: z.enum(['credited', 'debited']),
    id: z.string(),
    at: utc,
    amount: cents,
    currency: z.string(),
    /** In the vendor's words. */
    description: z.string().nullable(),
  }),
  z.object({
    kind: z.enum(['canceled', 'restored']),
    id: z.string(),
    at: utc,
    subscriptionId: z.int(),
    productId: catalogId,
    productName: z.string(),
  }),
]);
export type BillingActivity = z.infer<typeof billingActivity>;

/** What the billing dashboard tells besides its lists. The payment provider is never asked. */
export const billingOverviews = {
  listNextPayments: defineEndpoint({
    method: 'GET',
    path: '/api/Billing/NextPayments',
    summary: 'What each subscription that renews is charged next, the nearest first, as it was reckoned last',
    action: 'billing.view',
    response: z.object({
      /** Twenty at most. */
      items: z.array(nextPayment).max(20),
      /** True while they are reckoned afresh: ask again in some seconds. */
      isBeingReckoned: z.boolean(),
    }),
  }),
  getSpending: defineEndpoint({
    method: 'GET',
    path: '/api/Billing/Spending',
    summary: 'What the account paid for each product in each of the latest twelve months',
    action: 'billing.view',
    response: z.object({
      currency: z.string(),
      /** Twelve, the oldest first; the last one is the current month. */
      months: z.array(monthOfSpending).length(12),
      /** The products in them, what was paid the most for first; without a name what belongs to no subscription. */
      products: z.array(z.object({ productId: catalogId.nullable(), name: z.string().nullable() })),
    }),
  }),
  listActivity: defineEndpoint({
    method: 'GET',
    path: '/api/Billing/Activity',
    summary: 'The latest payments, declined cards, refunds, credits and cancellations, the newest first',
    action: 'billing.view',
    response: z.object({ items: z.array(billingActivity).max(6) }),
  }),
};
