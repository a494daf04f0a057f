import { z } from 'zod';
import { emailAddress } from '../api/email-address.ts';
import { defineEndpoint } from '../api/endpoint.ts';
import { catalogId, cents, providerId, rowId, shippingDetails, unitName, utc } from '../api/values.ts';
import { savedCard } from '../billing/cards.ts';
import { invoicePreview, recurringCharge } from '../billing/invoice-previews.ts';
import { purchaseSelection } from '../billing/purchase.ts';
import { featureComparison, subscriptionPlan } from '../catalog/catalog.ts';
import { pointsOfSale } from '../catalog/points-of-sale.ts';
import { signUpLimits, signUpSteps } from './sign-up-form.ts';
import { signUpFunnel } from './sign-up-funnel.ts';

/** Part of an address, `/signUp/{companyName}`: a company's slug, ignoring case. */
const companyName = z.string().trim().toLowerCase().max(63);

/** The solution of the captcha; left out without a captcha. */
const captchaToken = z.string().max(4_000).optional();

/** The state of a registration. */
export const signUpRegistration = z.object({
  id: z.uuid(),
  /**
   * `requiresAction`: the cardholder must authenticate; pass `clientSecret` to confirmCardPayment, then poll.
   * `pending`: being confirmed; poll. `succeeded`: continue at `redirectUrl`. `failed`: nothing was bought and nobody
   * registered; `error` says why.
   */
  status: z.enum(['succeeded', 'requiresAction', 'pending', 'failed']),
  clientSecret: z.string().nullable(),
  /** Set when the registration has succeeded. */
  redirectUrl: z.string().nullable(),
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
});
export type SignUpRegistration = z.infer<typeof signUpRegistration>;

/** A paid order, for the browser that paid (SIGN-50). */
const signUpReceipt = z.object({
  amountPaid: cents,
  currency: z.string(),
  /** The invoice number; null until the payment provider has reported it. */
  number: z.string().nullable(),
  paidAt: utc,
  lines: z.array(z.object({ description: z.string(), amount: cents })),
  discount: cents,
  taxes: z.array(z.object({ description: z.string(), amount: cents })),
  /** The brand as its owner spells it; null if it is unknown. */
  card: z.object({ brand: z.string().nullable(), last4: z.string() }).nullable(),
  /** The payment provider's page with the receipt. */
  url: z.string().nullable(),
  /** Null if nothing renews. */
  nextCharge: z.object({ at: utc, amount: cents }).nullable(),
  /** The serial number of the new license; null if the plan has none. */
  license: z.string().nullable(),
  /** Whether the license counts devices. If it does, the page waits for the first one. */
  countsDevices: z.boolean(),
  /** The product's own page, for example its download; null if it has none. */
  productPage: z.object({ url: z.string(), caption: z.string().nullable(), version: z.string().nullable() }).nullable(),
});

/** The outcome of a sign-up form. It is the same for known and unknown addresses, except for the receipt (SIGN-18). */
const signUpOutcome = z.object({
  /** Where the latest mail went. */
  email: z.string(),
  sentAt: utc,
  /** Seconds until the mail may be sent again. */
  secondsLeft: z.int().nonnegative(),
  isConfirmed: z.boolean(),
  /** Whether the address can be corrected. Otherwise the visitor has to sign up again. */
  isCorrectable: z.boolean(),
  product: z.object({ id: catalogId, name: z.string(), logo64: z.string().nullable(), unit: unitName }).nullable(),
  /** Null if no plan was chosen, or if an order that should have been paid has no receipt. */
  plan: z
    .object({ name: z.string(), /** Null if the plan is not a trial. */ trialDays: z.int().nullable() })
    .nullable(),
  receipt: signUpReceipt.nullable(),
});
export type SignUpOutcome = z.infer<typeof signUpOutcome>;
export type SignUpReceipt = z.infer<typeof signUpReceipt>;

/** The part of the preloaded data for the pages of the sign-up. */
export const preloadedSignUp = z.object({
  /** Set if the company or product in the address is unknown; the default company is shown then. */
  problem: z.enum(['unknownCompany', 'unknownProduct']).nullable(),
  /** The product in the address, or the first one that is sold online; null if none. */
  product: z.object({ id: catalogId, name: z.string(), displayName: z.string(), unit: unitName }).nullable(),
  /** Whether the company has no customer yet. The owner's password is then required first. */
  isFirstCustomer: z.boolean(),
  captcha: z.object({
    /**
     * `recaptcha`: its script is loaded with `key`. `altcha`: a challenge from `GET /api/SignUp/Challenge` is solved.
     */
    kind: z.enum(['none', 'recaptcha', 'altcha']),
    key: z.string().nullable(),
  }),
  /** UTC; registrations from this address are refused until then. */
  blockedTo: utc.nullable(),
  /** A visitor who returned from an external login. Their address is verified, and they need no password. */
  external: z
    .object({ displayName: z.string(), email: z.string(), firstName: z.string(), lastName: z.string() })
    .nullable(),
  /** Customers that the company shows. `logo`: a data: URI; only its shape is shown. */
  customers: z.array(z.object({ name: z.string(), logo: z.string().nullable() })),
  /** On the success page: the product page from `productUrl` in the query, if it is an allowed target. */
  productUrl: z.string().nullable(),
  /** On the success page: the outcome of this browser's latest form (SIGN-50); null if it is too old. */
  outcome: signUpOutcome.nullable(),
});
export type PreloadedSignUp = z.infer<typeof preloadedSignUp>;

/** The discount that a coupon gives (WIRE-1). */
const signUpCoupon = z.object({
  Id: z.string(),
  Name: z.string(),
  PercentOff: z.number().nullable(),
  AmountOff: cents.nullable(),
  Created: utc,
});

/** For a card that belongs to nobody until the registration attaches it. */
const signUpSetupIntent = z.object({ ClientSecret: z.string() });

/**
 * A quote of a selection, valid for 30 minutes. Only the outermost names are capitalized; the rest is spelled as in a
 * purchase.
 */
const signUpPreview = z.object({
  RecurringInvoiceDetails: invoicePreview,
  SubscriptionUpdateInvoiceDetails: invoicePreview,
  TaxTransactionId: z.string(),
  ExpiresAt: utc,
  NextPaymentDate: utc.nullable(),
  RecurringCharges: z.array(recurringCharge),
  /** The card that the browser has saved in the last day and that belongs to nobody yet; null for any other card. */
  Card: savedCard.shape.card.pick({ brand: true, last4: true }).nullable(),
});
export type SignUpCoupon = z.infer<typeof signUpCoupon>;
export type SignUpSetupIntent = z.infer<typeof signUpSetupIntent>;
export type SignUpPreview = z.infer<typeof signUpPreview>;

/** The body of `handler=PreviewPurchase`, as JSON. */
export const signUpPreviewInput = purchaseSelection.extend({
  companyId: rowId.nullish(),
  productId: catalogId,
  email: z.string().max(254).nullish(),
  paymentMethodId: providerId.nullish(),
  shippingDetails: shippingDetails.nullish(),
});
export type SignUpPreviewInput = z.input<typeof signUpPreviewInput>;

export const signUp = {
  /**
   * Without `handler`: the whole form, URL-encoded: `email`, `organization`, …, `Purchase.Items[0].PriceId`, … Answers
   * with a redirect to the success page, or to `/confirm?registration={id}` while it waits; otherwise with the form and
   * its errors. With a handler: JSON.
   */
  submit: defineEndpoint({
    method: 'POST',
    path: '/SignUp',
    summary:
      'Registers; with `handler` CheckCoupon, SetupIntent or PreviewPurchase returns what the form needs first, and with External redirects to an external login',
    action: 'signUp.register',
    form: true,
    query: z.object({
      handler: z.enum(['CheckCoupon', 'SetupIntent', 'PreviewPurchase', 'External']).optional(),
      email: z.string().max(10_000).optional(),
      coupon: z.string().max(10_000).optional(),
      reCaptchaToken: captchaToken,
      /** The company's slug, the product, and where the browser stores the entered values. */
      companyName: companyName.optional(),
      product: z.string().max(63).optional(),
      storageKey: z.string().max(100).optional(),
      /** The wizard's random id, for the funnel. */
      visit: z.uuid().optional(),
    }),
    body: z.record(z.string(), z.unknown()).optional(),
    response: z.union([signUpCoupon, signUpSetupIntent, signUpPreview]),
    errors: ['InvalidCoupon', 'NotForSale', 'PriceChanged', 'CardError', 'Conflict', 'ChangeUnderWay'],
  }),
  listPlans: defineEndpoint({
    method: 'GET',
    path: '/api/SignUp/Plans',
    summary:
      'The plans of a product as visitors see them; without a product, those of the first one that is sold online',
    action: 'signUp.view',
    query: z.object({ product: catalogId.optional() }),
    response: z.object({
      product: z.object({
        id: catalogId,
        name: z.string(),
        displayName: z.string(),
        unit: unitName,
        logo64: z.string().nullable(),
      }),
      items: z.array(subscriptionPlan),
      comparison: z.array(featureComparison),
      /** What the catalog tells users of a point-of-sale provider about the plans. */
      pointsOfSale: z.array(z.object({ provider: z.enum(pointsOfSale), text: z.string() })),
    }),
  }),
  getRegistration: defineEndpoint({
    method: 'GET',
    path: '/api/SignUp/Registrations/{id}',
    summary: 'The state of a registration; asks the payment provider again if the cardholder had to authenticate',
    action: 'signUp.view',
    params: z.object({ id: z.uuid() }),
    response: signUpRegistration,
  }),
  abandonRegistration: defineEndpoint({
    method: 'DELETE',
    path: '/api/SignUp/Registrations/{id}',
    summary: 'Abandons a registration that waits for its cardholder; returns its state afterwards',
    action: 'signUp.register',
    params: z.object({ id: z.uuid() }),
    response: signUpRegistration,
  }),
  getChallenge: defineEndpoint({
    method: 'GET',
    path: '/api/SignUp/Challenge',
    summary: 'A proof of work of the captcha `altcha`; each solution works once',
    action: 'signUp.view',
    /** A challenge of altcha-lib. The browser solves it and sends the payload in base64. */
    response: z.object({
      parameters: z.record(z.string(), z.unknown()),
      signature: z.string(),
    }),
  }),
  checkBlock: defineEndpoint({
    method: 'POST',
    path: '/api/SignUp/Block',
    summary:
      'Until when the final form would be refused by a limit or should wait for others; called right before it is posted',
    action: 'signUp.register',
    body: z.object({ email: z.string().max(10_000) }),
    response: z.object({
      /** UTC; null if the form would be accepted. */
      blockedTo: utc.nullable(),
      /** Seconds left by the server's clock, because the browser's clock may be wrong. */
      secondsLeft: z.int().nonnegative(),
      /** Whether the form must wait only because others are registering at the moment. */
      isBusy: z.boolean(),
    }),
  }),
  watchConfirmation: defineEndpoint({
    method: 'GET',
    path: '/api/SignUp/Confirmation',
    summary:
      "Whether the address of this browser's latest sign-up is confirmed, and its first device after a paid order",
    action: 'signUp.view',
    response: z.object({
      isConfirmed: z.boolean(),
      /** The name of the first device that was activated; null until then, and if nothing was paid. */
      firstDevice: z.string().nullable(),
    }),
  }),
  sendConfirmation: defineEndpoint({
    method: 'POST',
    path: '/api/SignUp/Confirmation',
    summary:
      "Mails the confirmation of this browser's latest sign-up again, or to a corrected address; the answer is the same for known and unknown addresses",
    action: 'signUp.register',
    body: z.object({
      email: emailAddress(signUpLimits.email),
      reCaptchaToken: captchaToken,
    }),
    response: signUpOutcome.pick({ email: true, sentAt: true, secondsLeft: true }),
  }),
  noteStep: defineEndpoint({
    method: 'POST',
    path: '/api/SignUp/Visits',
    summary: 'Counts that a visitor reached a step of the sign-up',
    action: 'signUp.register',
    body: z.object({
      /** Random, created once per wizard. */
      visit: z.uuid(),
      step: z.enum(signUpSteps),
      companyName: companyName.optional(),
      product: catalogId.optional(),
    }),
    response: z.object({}),
  }),
  ...signUpFunnel,
};
