import { z } from 'zod';
import { defineEndpoint } from '../api/endpoint.ts';
import { catalogId, cents, utc } from '../api/values.ts';
import { invoicePreview } from './invoice-previews.ts';

/** A card as it is displayed. */
const namedCard = z.object({ brand: z.string(), last4: z.string() });

/** The next charge of a subscription, from stored data, without a call to the payment provider (BOV-1). */
export const nextPayment = z.object({
  subscriptionId: z.int(),
  productId: catalogId,
  productName: z.string(),
  /** When the subscription will be charged. */
  at: utc,
  currency: z.string(),
  /** Cents of the invoice, with discounts and tax unless `isBeforeTax`. */
  total: cents,
  /** Cents that are charged after credit; more than `total` if the account owes money. */
  amountDue: cents,
  /** The card that will be charged; null if unknown. */
  card: namedCard.nullable(),
  /** True if the invoice was not previewed recently: the price alone, without discounts and tax. */
  isBeforeTax: z.boolean(),
  /** What `total` consists of; null if `isBeforeTax`. */
  breakdown: invoicePreview.pick({ lines: true, discount: true, taxAmounts: true }).nullable(),
});
export type NextPayment = z.infer<typeof nextPayment>;

/** Cents of one product in one month. */
const productSpending = z.object({
  /** Null for amounts that belong to no subscription. */
  productId: catalogId.nullable(),
  /** Amount paid on the product's invoices, with tax. */
  paid: cents,
  /** Unpaid amount of the product's open invoices. */
  unpaid: cents,
  /** The part of `paid` that consists of yearly payments. */
  yearly: cents,
  /** The twelfths of yearly payments that fall in this month, including those of payments before the first month. */
  spread: cents,
});

/** What an account paid in a UTC month (BOV-3). */
export const monthOfSpending = z.object({
  /** `2026-11`. */
  month: z.string().regex(/^\d{4}-\d{2}$/),
  products: z.array(productSpending),
});
export type MonthOfSpending = z.infer<typeof monthOfSpending>;

/** A recent event about the account's money (BOV-4). */
export const billingActivity = z.discriminatedUnion('kind', [
  z.object({
    /** `declined`: a charge of the card failed. */
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
    /** `credited`: the vendor gave a credit. `debited`: the vendor took credit back. */
    kind: z.enum(['credited', 'debited']),
    id: z.string(),
    at: utc,
    amount: cents,
    currency: z.string(),
    /** Written by the vendor. */
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

/** The figures of the billing dashboard besides its lists. They need no call to the payment provider. */
export const billingOverviews = {
  listNextPayments: defineEndpoint({
    method: 'GET',
    path: '/api/Billing/NextPayments',
    summary: 'The next charge of each renewing subscription, earliest first, as last calculated',
    action: 'billing.view',
    response: z.object({
      /** At most twenty. */
      items: z.array(nextPayment).max(20),
      /** True while the payments are being refreshed; the caller should ask again in a few seconds. */
      isBeingReckoned: z.boolean(),
    }),
  }),
  getSpending: defineEndpoint({
    method: 'GET',
    path: '/api/Billing/Spending',
    summary: 'The amounts paid for each product in each of the last twelve months',
    action: 'billing.view',
    response: z.object({
      currency: z.string(),
      /** Twelve months, oldest first; the last one is the current month. */
      months: z.array(monthOfSpending).length(12),
      /**
       * The products in these months, the most paid first. The entry without a product is for amounts that belong to no
       * subscription.
       */
      products: z.array(z.object({ productId: catalogId.nullable(), name: z.string().nullable() })),
    }),
  }),
  listActivity: defineEndpoint({
    method: 'GET',
    path: '/api/Billing/Activity',
    summary: 'The latest payments, declined cards, refunds, credits and cancellations, newest first',
    action: 'billing.view',
    response: z.object({ items: z.array(billingActivity).max(6) }),
  }),
};
