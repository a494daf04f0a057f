import { z } from 'zod';
import { defineEndpoint } from '../api/endpoint.ts';
import { catalogId, cents, unitName, utc } from '../api/values.ts';
import { unpaidInvoice } from '../billing/subscriptions.ts';

const aboutSubscription = z.object({ subscriptionId: z.int(), productId: catalogId, productName: z.string() });

/** An attention item of an account's billing. */
export const attentionItem = z.discriminatedUnion('kind', [
  unpaidInvoice.extend({
    kind: z.literal('unpaid'),
    /** The subscription that the invoice was for; null for an invoice without one. */
    subscription: aboutSubscription
      .extend({
        planName: z.string(),
        /** Whether the subscription has ended because the invoice was not paid. */
        hasEnded: z.boolean(),
        quantity: z.int(),
        unit: unitName,
        /** When access ends if the invoice stays unpaid; null if it has ended. */
        worksUntil: utc.nullable(),
      })
      .nullable(),
  }),
  aboutSubscription.extend({
    kind: z.literal('ending'),
    endsAt: utc,
    canceledAt: utc.nullable(),
    /** Renewal amount in cents if the subscription is kept, before tax; null if unknown. */
    renewalAmount: cents.nullable(),
    currency: z.string(),
    restoreAllowed: z.boolean(),
  }),
  z.object({
    kind: z.literal('cardExpires'),
    paymentMethodId: z.string(),
    brand: z.string(),
    last4: z.string(),
    /** The expiry month, 1 to 12. The card expires at the end of this month. */
    expMonth: z.int(),
    expYear: z.int(),
    hasExpired: z.boolean(),
    /** The subscriptions that the card pays for; at most ten. */
    subscriptions: z.array(aboutSubscription).max(10),
    /** The first charge after the card expires; null if unknown. */
    nextCharge: utc.nullable(),
  }),
  /** A subscription that will be charged but has no card. */
  aboutSubscription.extend({
    kind: z.literal('cardMissing'),
    /** Null if unknown. */
    nextCharge: utc.nullable(),
  }),
  /** A scheduled change leaves fewer seats than are in use (SCH-10). */
  aboutSubscription.extend({
    kind: z.literal('placesEnding'),
    at: utc,
    licenseId: z.int(),
    inUse: z.int(),
    /** Seats after the change. */
    places: z.int(),
    unit: unitName,
  }),
  /** A trial that ends automatically (ATT-10). */
  aboutSubscription.extend({
    kind: z.literal('trialEnding'),
    endsAt: utc,
    /** Cents charged from then on, before tax; null if the subscription ends with the trial. */
    renewalAmount: cents.nullable(),
    currency: z.string(),
  }),
  /** A license without a renewing subscription that ends, or ended recently (ATT-10). */
  z.object({
    kind: z.literal('licenseEnding'),
    licenseId: z.int(),
    licenseNumber: z.string(),
    productId: catalogId,
    productName: z.string(),
    endsAt: utc,
    hasEnded: z.boolean(),
    /** Contact for another license; null if the vendor names none. */
    contactUrl: z.string().nullable(),
  }),
  /** A product token that expires, for users who can replace it (ATT-8). */
  z.object({
    kind: z.literal('tokenEnding'),
    tokenId: z.int(),
    tokenName: z.string(),
    productId: catalogId,
    productName: z.string(),
    endsAt: utc,
  }),
]);
export type AttentionItem = z.infer<typeof attentionItem>;

/** Something in use that ends, for users who may not see billing (ATT-9). */
const end = z.object({
  /** `canceled`: a subscription that a customer canceled. */
  kind: z.enum(['trial', 'canceled', 'license']),
  productId: catalogId,
  productName: z.string(),
  endsAt: utc,
  hasEnded: z.boolean(),
  /** Whether the product continues automatically: a trial that becomes a paid subscription. */
  goesOn: z.boolean(),
});
export type UsedEnd = z.infer<typeof end>;

export const attention = {
  listEnds: defineEndpoint({
    method: 'GET',
    path: '/api/Attention/Ends',
    summary:
      'What ends soon in the account, without amounts: trials, canceled subscriptions and licenses; and whom to ask',
    action: 'attention.viewEnds',
    response: z.object({
      items: z.array(end).max(20),
      /** The account's owner and admins, at most three. */
      ask: z.array(z.string()).max(3),
    }),
  }),
  list: defineEndpoint({
    method: 'GET',
    path: '/api/Billing/Attention',
    summary:
      "The account's attention items: unpaid invoices, subscriptions that end, cards that expire or are missing, seats that a change removes; most urgent first, at most twenty",
    action: 'billing.view',
    response: z.object({ items: z.array(attentionItem).max(20) }),
  }),
};
