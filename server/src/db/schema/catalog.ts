import { bigint, boolean, integer, jsonb, numeric, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core';
import type { LocalizedText } from '../../messages/index.ts';
import { id, moment } from './accounts.ts';

const cents = (name: string) => bigint(name, { mode: 'number' });

/** Type of a licensed feature's values (spec 2 §3 'Features'). */
export type LicensedFeatureType = 'bool' | 'string' | 'int';
export type LicensedFeatureValue = boolean | string | number;

export interface LicensedFeature {
  readonly name: string;
  readonly caption: LocalizedText;
  readonly description: LocalizedText;
  readonly type: LicensedFeatureType;
  /** Versions of the product that know the feature, both included; null: no bound. */
  readonly fromVersion: string | null;
  readonly toVersion: string | null;
}

export interface FeatureScope {
  readonly name: string;
  readonly caption: LocalizedText;
  readonly description: LocalizedText;
  readonly features: readonly LicensedFeature[];
}

export interface PlanFeature {
  readonly caption: LocalizedText;
  readonly footnote: LocalizedText | null;
}

export type PriceKind = 'base' | 'additional' | 'addon';
export type Interval = 'Day' | 'Month' | 'Year';

export const catalogState = pgTable('catalog_state', {
  onlyRow: boolean('only_row').primaryKey().default(true),
  version: bigint({ mode: 'number' }).notNull().default(0),
  appliedAt: moment('applied_at'),
});

export const products = pgTable('products', {
  id: text().primaryKey(),
  position: integer().notNull(),
  name: jsonb().$type<LocalizedText>().notNull(),
  displayName: jsonb('display_name').$type<LocalizedText>().notNull(),
  description: jsonb().$type<LocalizedText>().notNull(),
  url: text(),
  urlCaption: jsonb('url_caption').$type<LocalizedText>(),
  logo64: text(),
  displayType: text('display_type')
    .$type<'Subscribe' | 'UrlWithSubscription' | 'UrlWithLicense' | 'OnlyUrl'>()
    .notNull(),
  licensingType: text('licensing_type').$type<'None' | 'HostLocked' | 'Floating'>().notNull(),
  subscriptionIsRequired: boolean('subscription_is_required').notNull(),
  userSettingsUrl: text('user_settings_url'),
  disabled: boolean().notNull(),
  featureScopes: jsonb('feature_scopes').$type<readonly FeatureScope[]>().notNull(),
  createdAt: moment('created_at').notNull().defaultNow(),
  retiredAt: moment('retired_at'),
});

export const plans = pgTable('plans', {
  id: text().primaryKey(),
  productId: text('product_id').notNull(),
  position: integer().notNull(),
  code: text().notNull(),
  name: jsonb().$type<LocalizedText>().notNull(),
  description: jsonb().$type<LocalizedText>().notNull(),
  features: jsonb().$type<readonly PlanFeature[]>().notNull(),
  featured: boolean().notNull(),
  featuredText: jsonb('featured_text').$type<LocalizedText>(),
  footnote: jsonb().$type<LocalizedText>(),
  isTrial: boolean('is_trial').notNull(),
  trialDays: integer('trial_days'),
  active: boolean().notNull(),
  startDate: moment('start_date'),
  minQuantity: integer('min_quantity').notNull(),
  maxQuantity: integer('max_quantity').notNull(),
  processingType: smallint('processing_type').$type<0 | 1>().notNull(),
  contactUrl: text('contact_url'),
  featureValues: jsonb('feature_values')
    .$type<Readonly<Record<string, Readonly<Record<string, LicensedFeatureValue>>>>>()
    .notNull(),
  createdAt: moment('created_at').notNull().defaultNow(),
  retiredAt: moment('retired_at'),
});

export const addons = pgTable('addons', {
  id: text().primaryKey(),
  productId: text('product_id').notNull(),
  position: integer().notNull(),
  caption: jsonb().$type<LocalizedText>().notNull(),
  description: jsonb().$type<LocalizedText>().notNull(),
  active: boolean().notNull(),
  popupMessage: jsonb('popup_message').$type<LocalizedText>(),
  priceUnitLabel: jsonb('price_unit_label').$type<LocalizedText>(),
  note: jsonb().$type<LocalizedText>(),
  noteLink: text('note_link'),
  createdAt: moment('created_at').notNull().defaultNow(),
  retiredAt: moment('retired_at'),
});

export const addonPlans = pgTable(
  'addon_plans',
  { addonId: text('addon_id').notNull(), planId: text('plan_id').notNull() },
  (table) => [primaryKey({ columns: [table.addonId, table.planId] })],
);

export const prices = pgTable('prices', {
  id: text().primaryKey(),
  kind: text().$type<PriceKind>().notNull(),
  planId: text('plan_id'),
  pricePlanId: text('price_plan_id'),
  addonId: text('addon_id'),
  position: integer().notNull(),
  caption: jsonb().$type<LocalizedText>().notNull(),
  interval: text().$type<Interval>().notNull(),
  intervalCount: integer('interval_count').notNull(),
  amount: cents('amount').notNull(),
  currency: text().notNull(),
  increasesDeviceQuantity: boolean('increases_device_quantity').notNull(),
  createdAt: moment('created_at').notNull().defaultNow(),
  retiredAt: moment('retired_at'),
});

export const catalogPrices = pgTable('catalog_prices', {
  stripePriceId: text('stripe_price_id').primaryKey(),
  priceId: text('price_id').notNull(),
  stripeProductId: text('stripe_product_id').notNull(),
  interval: text().$type<Interval>().notNull(),
  intervalCount: integer('interval_count').notNull(),
  amount: cents('amount').notNull(),
  currency: text().notNull(),
  current: boolean().notNull(),
  createdAt: moment('created_at').notNull().defaultNow(),
  deactivatedAt: moment('deactivated_at'),
});

export const coupons = pgTable('coupons', {
  code: text().primaryKey(),
  position: integer().notNull(),
  name: jsonb().$type<LocalizedText>().notNull(),
  percentOff: numeric('percent_off', { precision: 5, scale: 2, mode: 'number' }),
  amountOff: cents('amount_off'),
  currency: text().notNull(),
  duration: text().$type<'once' | 'repeating' | 'forever'>().notNull(),
  durationInMonths: integer('duration_in_months'),
  maxRedemptions: integer('max_redemptions'),
  redeemBy: moment('redeem_by'),
  productIds: text('product_ids').array(),
  createdAt: moment('created_at').notNull().defaultNow(),
  retiredAt: moment('retired_at'),
});

export const catalogCoupons = pgTable('catalog_coupons', {
  stripeCouponId: text('stripe_coupon_id').primaryKey(),
  code: text().notNull(),
  stripePromotionCodeId: text('stripe_promotion_code_id').notNull(),
  current: boolean().notNull(),
  createdAt: moment('created_at').notNull().defaultNow(),
  deactivatedAt: moment('deactivated_at'),
});

export const userProducts = pgTable(
  'user_products',
  { userId: id('user_id').notNull(), productId: text('product_id').notNull() },
  (table) => [primaryKey({ columns: [table.userId, table.productId] })],
);
