import { z } from 'zod';
import { defineEndpoint } from '../api/endpoint.ts';
import { catalogId, cents, unitName, utc } from '../api/values.ts';
import { unpaidInvoice } from '../billing/subscriptions.ts';

const aboutSubscription = z.object({ subscriptionId: z.int(), productId: catalogId, productName: z.string() });

/** Something of an account's billing that somebody should act on. */
export const attentionItem = z.discriminatedUnion('kind', [
  unpaidInvoice.extend({
    kind: z.literal('unpaid'),
    /** What it was for; null for an invoice without a subscription. */
    subscription: aboutSubscription
      .extend({
        planName: z.string(),
        /** It has ended for want of payment. */
        hasEnded: z.boolean(),
        quantity: z.int(),
        unit: unitName,
        /** Until then the license covers its devices; null without a license, or where it has expired. */
        worksUntil: utc.nullable(),
      })
      .nullable(),
  }),
  aboutSubscription.extend({
    kind: z.literal('ending'),
    endsAt: utc,
    canceledAt: utc.nullable(),
    /** Cents that it renews for when it is kept, before tax; null where that is not known. */
    renewalAmount: cents.nullable(),
    currency: z.string(),
    restoreAllowed: z.boolean(),
  }),
  z.object({
    kind: z.literal('cardExpires'),
    paymentMethodId: z.string(),
    brand: z.string(),
    last4: z.string(),
    /** The month at whose end it expires. */
    expMonth: z.int(),
    expYear: z.int(),
    hasExpired: z.boolean(),
    /** What it pays for; ten at most. */
    subscriptions: z.array(aboutSubscription).max(10),
    /** The first charge after it expires; null where none is known. */
    nextCharge: utc.nullable(),
  }),
  /** A subscription that will be charged, and has no card for it. */
  aboutSubscription.extend({
    kind: z.literal('cardMissing'),
    /** Null where it is not known. */
    nextCharge: utc.nullable(),
  }),
  /** A scheduled change leaves fewer places than are in use (SCH-10). */
  aboutSubscription.extend({
    kind: z.literal('placesEnding'),
    at: utc,
    licenseId: z.int(),
    inUse: z.int(),
    /** Places from then on. */
    places: z.int(),
    unit: unitName,
  }),
  /** A trial ends by itself (ATT-10). */
  aboutSubscription.extend({
    kind: z.literal('trialEnding'),
    endsAt: utc,
    /** Cents that are charged from then on, before tax; null where the trial is over then. */
    renewalAmount: cents.nullable(),
    currency: z.string(),
  }),
  /** A license that no subscription renews ends, or did of late (ATT-10). */
  z.object({
    kind: z.literal('licenseEnding'),
    licenseId: z.int(),
    licenseNumber: z.string(),
    productId: catalogId,
    productName: z.string(),
    endsAt: utc,
    hasEnded: z.boolean(),
    /** Whom to ask for another one; null where the vendor names nobody. */
    contactUrl: z.string().nullable(),
  }),
  /** A token ends by which the account's products speak to the portal; for those who can replace it (ATT-8). */
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

/** Something that the account uses and that ends, for those who do not see how it pays (ATT-9). */
const end = z.object({
  /** `canceled`: a subscription that was canceled on purpose. */
  kind: z.enum(['trial', 'canceled', 'license']),
  productId: catalogId,
  productName: z.string(),
  endsAt: utc,
  hasEnded: z.boolean(),
  /** Whether it goes on by itself: a trial that is paid for from then on. */
  goesOn: z.boolean(),
});
export type UsedEnd = z.infer<typeof end>;

export const attention = {
  listEnds: defineEndpoint({
    method: 'GET',
    path: '/api/Attention/Ends',
    summary:
      'What of the account ends soon, without money: trials, canceled subscriptions and licenses; and whom to ask',
    action: 'attention.viewEnds',
    response: z.object({
      items: z.array(end).max(20),
      /** The account's owner and admins, three at most. */
      ask: z.array(z.string()).max(3),
    }),
  }),
  list: defineEndpoint({
    method: 'GET',
    path: '/api/Billing/Attention',
    summary:
      'What of the account needs somebody: unpaid invoices, subscriptions that end, cards that expire or are missing, places that a change takes away; the worst first, twenty at most',
    action: 'billing.view',
    response: z.object({ items: z.array(attentionItem).max(20) }),
  }),
};
