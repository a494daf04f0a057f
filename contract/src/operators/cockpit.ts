import { z } from 'zod';
import { defineEndpoint } from '../api/endpoint.ts';
import { cents, rowId, utc } from '../api/values.ts';
import { savedCard } from '../billing/cards.ts';

const sum = z.object({ amount: cents, count: z.int().nonnegative() });
const accountName = z.object({ id: rowId, name: z.string() });

/** Revenue in one currency. Days are UTC days; a week is the last seven of them, including today. */
const money = z.object({
  currency: z.string(),
  /** Fourteen days, oldest first: the previous week, then this week. */
  days: z.array(z.object({ day: z.iso.date(), amount: cents })),
  received: sum,
  /** The revenue received in the previous week. */
  before: sum,
  failed: sum,
  refunded: sum,
  renewsIn7: sum,
  renewsIn30: sum,
});
export type CockpitMoney = z.infer<typeof money>;

/** An account that needs attention, and why. */
const need = z.object({
  /** Null for an issue at Stripe that concerns no single account. */
  account: accountName.nullable(),
  reason: z.enum([
    'pastDue',
    'overPlaces',
    'licenseEnds',
    'tokenEnds',
    'trialEnds',
    'trialEnded',
    'priceUnknown',
    'customerDeleted',
    'catalogDiffers',
    'refused',
    'currencyDiffers',
    'disputed',
  ]),
  /** Since when it is past due, when the trial ended, or when the license, token or trial ends; null if unknown. */
  since: utc.nullable(),
  /** The product, or the license number. */
  about: z.string(),
  /** Devices without a seat; 0 for other reasons. */
  exceeded: z.int().nonnegative(),
  quantity: z.int(),
  /** Set for an issue at Stripe, which stays until it is settled or dismissed. */
  issue: z
    .object({
      id: rowId,
      /** Stripe's own words, or the object at Stripe. */
      detail: z.string(),
      /** The price plans among which an operator chooses the one that a price at Stripe belongs to. */
      pricePlans: z.array(z.object({ id: z.string(), name: z.string() })),
    })
    .nullable(),
});
export type CockpitNeed = z.infer<typeof need>;

const failedPayment = z.object({
  id: z.string(),
  /** Null for a customer without an account. */
  account: accountName.nullable(),
  at: utc,
  amount: cents,
  currency: z.string(),
  /** Why the payment failed, in the user's language. */
  reason: z.string().nullable(),
  /** Number of failed tries of this payment. */
  tries: z.int().positive(),
});
export type CockpitFailedPayment = z.infer<typeof failedPayment>;

/** How a renewal will be paid, as of now. */
const renewalPayment = z.object({
  /** `sent`: the customer gets an invoice and pays it manually. */
  method: z.enum(['card', 'sent', 'missing']),
  /** The card that will be charged; null for other methods. */
  card: z.object({ brand: savedCard.shape.card.shape.brand, last4: z.string(), expiresBefore: z.boolean() }).nullable(),
  /** The part of the renewal that the account's credit pays before the method is charged. Tax is not known yet. */
  credit: cents,
});
export type CockpitRenewalPayment = z.infer<typeof renewalPayment>;

const renewal = z.object({
  id: rowId,
  account: accountName,
  at: utc,
  productName: z.string(),
  planName: z.string(),
  quantity: z.int(),
  amount: cents,
  currency: z.string(),
  payment: renewalPayment,
});
export type CockpitRenewal = z.infer<typeof renewal>;

/** Cancellations of the last thirty days, in one currency. */
const cancellations = z.object({
  currency: z.string(),
  /** Cancellations that were not undone. */
  canceled: z.int().nonnegative(),
  /** Monthly revenue of these cancellations in cents, before tax and discounts. */
  lost: cents,
  /** Customers who stayed because of an offer. */
  saved: z.int().nonnegative(),
});

const cockpitAnswer = z.object({
  money: z.array(money),
  needs: z.array(need),
  failedPayments: z.array(failedPayment),
  renewals: z.array(renewal),
  cancellations: z.array(cancellations),
});
export type Cockpit = z.infer<typeof cockpitAnswer>;

/** The operators' home page. */
export const cockpit = {
  get: defineEndpoint({
    method: 'GET',
    path: '/api/Operator/Cockpit',
    summary: "This week's revenue, accounts that need attention, failed payments and upcoming renewals",
    action: 'operator.cockpit',
    response: cockpitAnswer,
  }),
};
