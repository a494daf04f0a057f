import { cancellationReason, pointsOfSale } from '@portico/contract';
import { z } from 'zod';
import type {
  addonPlans,
  addons,
  catalogCoupons,
  catalogPrices,
  coupons,
  negotiatedPrices,
  plans,
  prices,
  products,
} from '../core/db/schema/catalog.gen.ts';

const localizedText = z.object({ en: z.string(), fr: z.string().optional() });

/** The type of a licensed feature's values (CAT-25). */
const licensedFeature = z.object({
  name: z.string(),
  caption: localizedText,
  description: localizedText,
  type: z.enum(['bool', 'string', 'int']),
  /** The first and last version of the product with the feature; null is unbounded. */
  fromVersion: z.string().nullable(),
  toVersion: z.string().nullable(),
});

const featureScope = z.object({
  name: z.string(),
  caption: localizedText,
  description: localizedText,
  features: z.array(licensedFeature),
});

/** An offer to a customer who cancels (CXL-5). Fields of other kinds are null. */
const cancellationOffer = z.object({
  id: z.string(),
  kind: z.enum(['coupon', 'plan', 'interval', 'contact']),
  couponCode: z.string().nullable(),
  planId: z.string().nullable(),
  interval: z.enum(['Day', 'Month', 'Year']).nullable(),
  url: z.string().nullable(),
  text: localizedText.nullable(),
  /** The plans whose subscribers get the offer; null means all. */
  plans: z.array(z.string()).nullable(),
  /** The cancellation reasons that it answers; empty means all. */
  reasons: z.array(cancellationReason),
});
export type CancellationOffer = z.output<typeof cancellationOffer>;

const productTexts = z.object({
  name: localizedText,
  displayName: localizedText,
  description: localizedText,
  urlCaption: localizedText.nullable(),
  featureScopes: z.array(featureScope),
  /** Null for the default word of the licensing type (CAT-31). */
  unit: z.object({ one: localizedText, other: localizedText }).nullable(),
  cancellationOffers: z.array(cancellationOffer),
});

const planTexts = z.object({
  name: localizedText,
  description: localizedText,
  features: z.array(z.object({ caption: localizedText, footnote: localizedText.nullable() })),
  featuredText: localizedText.nullable(),
  footnote: localizedText.nullable(),
  pointsOfSale: z.array(z.enum(pointsOfSale)),
  pointOfSaleNote: localizedText.nullable(),
  featureValues: z.record(z.string(), z.record(z.string(), z.union([z.boolean(), z.string(), z.number()]))),
});

const addonTexts = z.object({
  caption: localizedText,
  description: localizedText,
  popupMessage: localizedText.nullable(),
  priceUnitLabel: localizedText.nullable(),
  note: localizedText.nullable(),
});

const priceTexts = z.object({ caption: localizedText });
const couponTexts = z.object({ name: localizedText });

/** A row whose JSON columns were parsed. */
type Parsed<Row, Schema extends z.ZodType> = Omit<Row, keyof z.output<Schema>> & z.output<Schema>;

export type StoredProduct = Parsed<typeof products.$inferSelect, typeof productTexts>;
export type StoredPlan = Parsed<typeof plans.$inferSelect, typeof planTexts>;
export type StoredAddon = Parsed<typeof addons.$inferSelect, typeof addonTexts>;
export type StoredPrice = Parsed<typeof prices.$inferSelect, typeof priceTexts>;
export type StoredCoupon = Parsed<typeof coupons.$inferSelect, typeof couponTexts>;
export type AddonPlan = typeof addonPlans.$inferSelect;
export type CatalogPrice = typeof catalogPrices.$inferSelect;
export type NegotiatedPrice = typeof negotiatedPrices.$inferSelect;
export type CatalogCoupon = typeof catalogCoupons.$inferSelect;
export type PriceKind = StoredPrice['kind'];
export type Interval = StoredPrice['interval'];

/** All rows of the catalog at one moment, including retired ones. */
export interface CatalogRows {
  readonly version: number;
  readonly products: readonly StoredProduct[];
  readonly plans: readonly StoredPlan[];
  readonly addons: readonly StoredAddon[];
  readonly addonPlans: readonly AddonPlan[];
  readonly prices: readonly StoredPrice[];
  readonly catalogPrices: readonly CatalogPrice[];
  /** Stripe prices that staff made, with the price of the catalog that an operator chose. */
  readonly negotiatedPrices: readonly NegotiatedPrice[];
  readonly coupons: readonly StoredCoupon[];
  readonly catalogCoupons: readonly CatalogCoupon[];
}

/** @throws ZodError, like the other functions here, if a JSON column is invalid */
export function parseProduct(row: typeof products.$inferSelect): StoredProduct {
  return { ...row, ...productTexts.parse(row) };
}

export function parsePlan(row: typeof plans.$inferSelect): StoredPlan {
  return { ...row, ...planTexts.parse(row) };
}

export function parseAddon(row: typeof addons.$inferSelect): StoredAddon {
  return { ...row, ...addonTexts.parse(row) };
}

export function parsePrice(row: typeof prices.$inferSelect): StoredPrice {
  return { ...row, ...priceTexts.parse(row) };
}

export function parseCoupon(row: typeof coupons.$inferSelect): StoredCoupon {
  return { ...row, ...couponTexts.parse(row) };
}
