import { z } from 'zod';
import { defineEndpoint } from '../api/endpoint.ts';
import { catalogId, cents, lineOfText, listOf, listQuery, rowId, unitName, utc } from '../api/values.ts';
import { featureValue } from '../licensing/licensed-features.ts';

export const displayTypes = ['Subscribe', 'UrlWithSubscription', 'UrlWithLicense', 'OnlyUrl'] as const;
export const licensingTypes = ['None', 'HostLocked', 'Floating'] as const;
export const intervals = ['Day', 'Month', 'Year'] as const;
/** 0 Stripe: bought online. 1 Manual: the button is a contact link (CAT-9). */
export const processingType = z.union([z.literal(0), z.literal(1)]);

/** A text with its translations already resolved to the reader's language. */
const text = z.string();

/** A home tile (CAT-16). */
export const application = z.object({
  id: catalogId,
  name: text,
  displayName: text,
  description: text,
  url: z.string().nullable(),
  urlCaption: text.nullable(),
  /** data: URI of a PNG, JPEG or WebP image. */
  logo64: z.string().nullable(),
  displayType: z.enum(displayTypes),
  licensingType: z.enum(licensingTypes),
  /** What its quantity counts. */
  unit: unitName,
  isBought: z.boolean(),
  isDisabled: z.boolean(),
  subscriptionIsRequired: z.boolean(),
  subscriptionIds: z.array(z.int()),
  hasUserSettings: z.boolean(),
  /** Where a user's settings inside the product are (USR-16); null without. */
  userSettingsUrl: z.string().nullable(),
  /** Whether any plan can be bought online; otherwise the tile shows a contact link. */
  isAvailableOnline: z.boolean(),
  /** What is paid at least, by the plan and price whose smallest quantity costs the least a month; null without a price. Cents for all of its units (UI-42). */
  from: z
    .object({
      amount: cents,
      currency: z.string(),
      interval: z.enum(intervals),
      intervalCount: z.int().positive(),
      quantity: z.int().positive(),
    })
    .nullable(),
  /** Days of the trial that the account may still begin, without a card; null where there is none. */
  trialDays: z.int().positive().nullable(),
  /** What the account has of it now. */
  holding: z
    .object({
      subscriptionId: z.int(),
      planName: text,
      /** As of the subscription. */
      status: z.union([z.literal(1), z.literal(2), z.literal(3)]),
      statusTitle: text,
      trial: z.boolean(),
      quantity: z.int(),
      /** Places of the license in use; null for products without licenses. */
      inUse: z.int().nullable(),
      /** Set where it was canceled. */
      cancelAt: utc.nullable(),
      expirationDate: utc.nullable(),
    })
    .nullable(),
  /** What it had last, where it has nothing now. */
  former: z.object({ planName: text, endedAt: utc, isUnpaid: z.boolean() }).nullable(),
  /** The product needs a subscription that the account lacks or that has run out. */
  subscriptionError: text.nullable(),
  /** The last renewal could not be charged. Names the card. */
  paymentMethodError: text.nullable(),
});
export type Application = z.infer<typeof application>;

export const additionalPrice = z.object({
  id: catalogId,
  subscriptionPlanId: catalogId,
  nickname: text,
  /** Cents for each unit and interval of its price plan. */
  amount: cents,
  /** Units the account has now. */
  quantity: z.int(),
  currentDeviceCount: z.int(),
  /** Whether units count as devices of the license. */
  increaseTotalDeviceQuantity: z.boolean(),
});

export const addon = z.object({
  id: catalogId,
  caption: text,
  description: text,
  active: z.boolean(),
  popupMessage: text.nullable(),
  prices: z.array(z.object({ id: catalogId, caption: text, amount: cents, isUsed: z.boolean() })),
  priceUnitLabel: text.nullable(),
  note: text.nullable(),
  noteLink: z.string().nullable(),
  currentQuantity: z.int(),
});

export const pricePlan = z.object({
  id: catalogId,
  subscriptionPlanId: catalogId,
  nickname: text,
  interval: z.enum(intervals),
  intervalCount: z.int().positive(),
  /** Cents for each unit and interval. */
  amount: cents,
  amountPerMonth: cents,
  /** Cents saved in a year against twelve monthly payments. */
  yearSavings: cents,
  currency: z.string(),
  /** Devices in use that the plan must at least cover. */
  usedSubscriptionsCount: z.int(),
  currentDeviceCount: z.int(),
  additionalPrices: z.array(additionalPrice),
  addons: z.array(addon),
});

export const subscriptionPlan = z.object({
  id: catalogId,
  productId: catalogId,
  code: z.string(),
  name: text,
  description: text,
  featured: z.boolean(),
  featuredText: text.nullable(),
  footnote: text.nullable(),
  features: z.array(z.object({ caption: text, footnote: text.nullable() })),
  isTrial: z.boolean(),
  /** Days without payment; null when it is no trial. */
  trialDays: z.int().positive().nullable(),
  isActive: z.boolean(),
  processingType,
  /** Where the button of a manual plan leads; null: the vendor's contact address of the preloaded data. */
  contactUrl: z.string().nullable(),
  /** Set for a plan that is not on sale before that moment. */
  startDate: utc.nullable(),
  minQuantity: z.int().nonnegative(),
  maxQuantity: z.int().positive(),
  fromAmountPerMonth: cents.nullable(),
  pricePlans: z.array(pricePlan),
  /** What the account has of this plan; it decides the button's words (CAT-10). */
  subscribeAction: z.enum(['Subscribe', 'Resubscribe', 'ChangeOptions', 'SwitchTo', 'Contact']),
  /** False where the account may not choose it (a second trial, the account's user lacks `billing`, the sale has not begun). */
  canSubscribe: z.boolean(),
});
export type SubscriptionPlan = z.infer<typeof subscriptionPlan>;

/** Licensed features of a product in a scope, with the value of each plan by the plan's id; null where a plan does not include it. */
export const featureComparison = z.object({
  caption: text,
  features: z.array(
    z.object({ caption: text, description: text, values: z.record(catalogId, featureValue.nullable()) }),
  ),
});
export type FeatureComparison = z.infer<typeof featureComparison>;

const productParameters = z.object({ id: catalogId });
const planParameters = productParameters.extend({ planId: catalogId });

/** A plan as its dialog has it. Texts are in the reader's language; the other language keeps its own. */
const planInput = z.object({
  code: lineOfText(50, 1),
  name: lineOfText(80, 1),
  description: lineOfText(500, 1),
  /** Empty for a plan that is not featured. */
  featuredText: lineOfText(60),
  isTrial: z.boolean(),
  processingType,
  /** Cents. It is the plan's only monthly price; left out where the amount follows from other prices, null for no price. */
  fromAmountPerMonth: cents.max(99_999_999).nullable().optional(),
});
export type PlanInput = z.input<typeof planInput>;

/** What the dialog changes of a plan. What others published since it was opened is kept (CAT-50). */
const planChange = planInput.extend({
  /** The version of the catalog that was opened. */
  version: rowId,
  /** The version of which it was told that others changed the same values: they become what was typed. */
  overVersion: rowId.optional(),
});
export type PlanChange = z.input<typeof planChange>;

/** What became of a change of the catalog. */
export const publication = z.object({
  /** The version of the catalog that it is. */
  version: z.int(),
  /** `pending`: Stripe is away, and it goes on later by itself. Until then customers see the former catalog. */
  status: z.enum(['published', 'pending', 'failed']),
});
export type Publication = z.infer<typeof publication>;

export const planSortFields = [
  'position',
  'created',
  'name',
  'type',
  'featuredText',
  'amountPerMonth',
  'description',
] as const;
export type PlanSortField = (typeof planSortFields)[number];

export const catalog = {
  listProducts: defineEndpoint({
    method: 'GET',
    path: '/api/Products/List',
    summary: 'All products of the vendor',
    action: 'catalog.view',
    query: listQuery(['position', 'name'], { sortField: 'position', order: 'asc', pageSize: 100 }),
    response: listOf(application),
  }),
  listMyProducts: defineEndpoint({
    method: 'GET',
    path: '/api/Products/My',
    summary: 'The products that the signed-in user has access to, as home tiles',
    action: 'catalog.view',
    query: listQuery(['position', 'name'], { sortField: 'position', order: 'asc', pageSize: 100 }),
    response: listOf(application),
  }),
  listPlans: defineEndpoint({
    method: 'GET',
    path: '/api/Products/{id}/Plans',
    summary: 'The plans of a product with their price plans, additional prices and add-ons',
    action: 'catalog.view',
    params: productParameters,
    query: listQuery(planSortFields, { sortField: 'position', order: 'asc', pageSize: 100 }),
    response: listOf(subscriptionPlan).extend({
      product: application,
      /** What the plans of this page include, feature by feature; empty for a product without licensed features. */
      comparison: z.array(featureComparison),
    }),
  }),
  listBuyers: defineEndpoint({
    method: 'GET',
    path: '/api/Products/Buyers',
    summary: "Who of the reader's account can subscribe and pay, the owner first; five at most",
    action: 'catalog.view',
    response: z.object({ items: z.array(z.object({ name: z.string(), email: z.string() })).max(5) }),
  }),
  getPlan: defineEndpoint({
    method: 'GET',
    path: '/api/Products/{id}/Plans/{planId}',
    summary: 'One plan of a product',
    action: 'catalog.view',
    params: planParameters,
    response: subscriptionPlan,
  }),
  addPlan: defineEndpoint({
    method: 'POST',
    path: '/api/Products/{id}/Plans',
    summary: 'Adds a plan to a product and publishes the catalog with it',
    action: 'operator.manageCatalog',
    params: productParameters,
    body: planInput,
    response: publication.extend({ planId: catalogId }),
    errors: ['Conflict', 'ChangeUnderWay'],
  }),
  savePlan: defineEndpoint({
    method: 'POST',
    path: '/api/Products/{id}/Plans/{planId}',
    summary:
      'Changes a plan as it was opened and publishes the catalog with it; a value that others changed meanwhile is a conflict',
    action: 'operator.manageCatalog',
    params: planParameters,
    body: planChange,
    response: publication,
    errors: ['Conflict', 'ChangeUnderWay'],
  }),
  removePlan: defineEndpoint({
    method: 'DELETE',
    path: '/api/Products/{id}/Plans/{planId}',
    summary: 'Takes a plan out of the catalog; who has it keeps it',
    action: 'operator.manageCatalog',
    params: planParameters,
    response: publication,
    errors: ['Conflict', 'ChangeUnderWay'],
  }),
  countPlanHolders: defineEndpoint({
    method: 'GET',
    path: '/api/Products/{id}/Plans/{planId}/Holders',
    summary: 'A plan as its dialog opens it, in the version that is sold, and how many have it',
    action: 'operator.catalog',
    params: planParameters,
    response: z.object({
      /** Accounts that have it, by a live subscription or a manual order. */
      accounts: z.int().nonnegative(),
      /** The version of the catalog that it is of. */
      version: rowId,
      plan: planInput.omit({ fromAmountPerMonth: true }),
      /** Whether the plan's amount per month can be given: it has no price, or one for a month. */
      isAmountGiven: z.boolean(),
      /** That price in cents; null where there is none. */
      amount: cents.nullable(),
    }),
  }),
};
