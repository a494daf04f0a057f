import { z } from 'zod';
import { defineEndpoint } from '../api/endpoint.ts';
import { catalogId, catalogIdParameter, cents, listQuery, listSchema, unitName, utc } from '../api/values.ts';
import { featureValue } from '../licensing/licensed-features.ts';

export const displayTypes = ['Subscribe', 'UrlWithSubscription', 'UrlWithLicense', 'OnlyUrl'] as const;
export const licensingTypes = ['None', 'HostLocked', 'Floating'] as const;
export const intervals = ['Day', 'Month', 'Year'] as const;
/** 0 Stripe: bought online. 1 Manual: the button is a contact link (CAT-9). */
export const processingType = z.union([z.literal(0), z.literal(1)]);

/** A text in the user's language. */
const text = z.string();

/** An application tile (CAT-16). */
export const application = z.object({
  /** Reserved for products with a client ID of their own; the catalog has none, so it is null. */
  clientId: z.string().nullable(),
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
  /** Whether orders can limit the product's domains or package IDs. */
  countsDomains: z.boolean(),
  /** The unit of the product's quantity. */
  unit: unitName,
  isBought: z.boolean(),
  isDisabled: z.boolean(),
  subscriptionIsRequired: z.boolean(),
  subscriptionIds: z.array(z.int()),
  hasUserSettings: z.boolean(),
  /** Address of a user's settings inside the product (USR-16); null for none. */
  userSettingsUrl: z.string().nullable(),
  /** Whether any plan can be bought online; otherwise the tile shows a contact link. */
  isAvailableOnline: z.boolean(),
  /**
   * The lowest price of the product's plans: the price of the minimum quantity that costs least per month, in cents
   * for that whole quantity (UI-42). Null without a price.
   */
  from: z
    .object({
      amount: cents,
      currency: z.string(),
      interval: z.enum(intervals),
      intervalCount: z.int().positive(),
      quantity: z.int().positive(),
    })
    .nullable(),
  /** Days of the cardless trial that the account may still begin; null for none. */
  trialDays: z.int().positive().nullable(),
  /** The account's current subscription to the product. */
  holding: z
    .object({
      subscriptionId: z.int(),
      planName: text,
      /** As in the subscription. */
      status: z.union([z.literal(1), z.literal(2), z.literal(3)]),
      statusTitle: text,
      trial: z.boolean(),
      quantity: z.int(),
      /** Seats of the license in use; null for products without licenses. */
      inUse: z.int().nullable(),
      /** Set if the subscription was canceled. */
      cancelAt: utc.nullable(),
      expirationDate: utc.nullable(),
    })
    .nullable(),
  /** The last subscription, if the account has no subscription now. */
  former: z.object({ planName: text, endedAt: utc, isUnpaid: z.boolean() }).nullable(),
  /** Set if the product needs a subscription that the account does not have or that has expired. */
  subscriptionError: text.nullable(),
  /** Set if the last renewal could not be charged. Names the card. */
  paymentMethodError: text.nullable(),
});
export type Application = z.infer<typeof application>;

export const additionalPrice = z.object({
  id: catalogId,
  subscriptionPlanId: catalogId,
  nickname: text,
  /** Cents per unit and interval of its price plan. */
  amount: cents,
  /** The account's current units. */
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
  /** Cents per unit and interval. */
  amount: cents,
  amountPerMonth: cents,
  /** Cents saved in a year compared with twelve monthly payments. */
  yearSavings: cents,
  currency: z.string(),
  /** Devices in use, which the plan must cover. */
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
  /** Days without payment; null if the plan is not a trial. */
  trialDays: z.int().positive().nullable(),
  isActive: z.boolean(),
  processingType,
  /** Target of the button of a manual plan; null for the vendor's contact address in the preloaded data. */
  contactUrl: z.string().nullable(),
  /** Set for a plan that goes on sale at that time. */
  startDate: utc.nullable(),
  minQuantity: z.int().nonnegative(),
  maxQuantity: z.int().positive(),
  fromAmountPerMonth: cents.nullable(),
  pricePlans: z.array(pricePlan),
  /** Decides the button's label, by the account's subscription to this plan (CAT-10). */
  subscribeAction: z.enum(['Subscribe', 'Resubscribe', 'ChangeOptions', 'SwitchTo', 'Contact']),
  /** False if the account may not choose the plan: a second trial, no `billing` feature, or not on sale yet. */
  canSubscribe: z.boolean(),
});
export type SubscriptionPlan = z.infer<typeof subscriptionPlan>;

/**
 * Licensed features of a product in a scope, with the value for each plan by plan id; null if a plan does not include
 * it.
 */
export const featureComparison = z.object({
  caption: text,
  features: z.array(
    z.object({ caption: text, description: text, values: z.record(catalogId, featureValue.nullable()) }),
  ),
});
export type FeatureComparison = z.infer<typeof featureComparison>;

export const productParameters = z.object({ id: catalogIdParameter });
export const planParameters = productParameters.extend({ planId: catalogIdParameter });

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
    response: listSchema(application),
  }),
  listMyProducts: defineEndpoint({
    method: 'GET',
    path: '/api/Products/My',
    summary: 'The products that the signed-in user has access to, as tiles of the home page',
    action: 'catalog.view',
    query: listQuery(['position', 'name'], { sortField: 'position', order: 'asc', pageSize: 100 }),
    response: listSchema(application),
  }),
  listPlans: defineEndpoint({
    method: 'GET',
    path: '/api/Products/{id}/Plans',
    summary: 'The plans of a product with their price plans, additional prices and add-ons',
    action: 'catalog.view',
    params: productParameters,
    query: listQuery(planSortFields, { sortField: 'position', order: 'asc', pageSize: 100 }),
    response: listSchema(subscriptionPlan).extend({
      product: application,
      /** Comparison of this page's plans by feature; empty for a product without licensed features. */
      comparison: z.array(featureComparison),
    }),
  }),
  listBuyers: defineEndpoint({
    method: 'GET',
    path: '/api/Products/Buyers',
    summary: "The users of the caller's account who can subscribe and pay, owner first; at most five",
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
};
