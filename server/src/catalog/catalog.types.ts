import type { LocalizedText } from '../core/messages/index.ts';
import type { Interval, PriceKind, StoredAddon, StoredCoupon, StoredPlan, StoredProduct } from './catalog.rows.ts';

/** One price of the catalog, current or retired. */
export interface Price {
  readonly id: string;
  readonly kind: PriceKind;
  readonly caption: LocalizedText;
  readonly interval: Interval;
  readonly intervalCount: number;
  /** Cents for each unit and interval. */
  readonly amount: number;
  /** ISO 4217, lower case. */
  readonly currency: string;
  /** Whether units count as devices of the license. */
  readonly increasesDeviceQuantity: boolean;
  /** The Stripe price that is sold now; null for a retired price. */
  readonly stripePriceId: string | null;
  readonly retired: boolean;
}

export interface PricePlan extends Price {
  readonly planId: string;
  /** Without retired ones. */
  readonly additionalPrices: readonly Price[];
  /** Add-ons on offer beside this price plan, each with prices of the same interval only. Inactive ones are shown but cannot be chosen. */
  readonly addons: readonly Addon[];
}

export interface Plan extends Omit<StoredPlan, 'retiredAt'> {
  readonly retired: boolean;
  /** Without retired ones, unless the plan itself is retired. */
  readonly pricePlans: readonly PricePlan[];
}

export interface Addon extends Omit<StoredAddon, 'retiredAt'> {
  readonly retired: boolean;
  readonly prices: readonly Price[];
}

export interface Product extends Omit<StoredProduct, 'retiredAt'> {
  readonly retired: boolean;
  /** In the file's order, retired ones last. */
  readonly plans: readonly Plan[];
}

export interface Coupon extends Omit<StoredCoupon, 'retiredAt'> {
  readonly stripeCouponId: string;
  readonly stripePromotionCodeId: string;
}

/** The meaning of a Stripe price, even of a replaced one. Amount and interval are those of the Stripe price. */
export interface SoldPrice {
  readonly stripePriceId: string;
  /** The product of the price at Stripe. */
  readonly stripeProductId: string;
  readonly current: boolean;
  readonly amount: number;
  readonly interval: Interval;
  readonly intervalCount: number;
  readonly currency: string;
  readonly priceId: string;
  readonly kind: PriceKind;
  readonly caption: LocalizedText;
  readonly increasesDeviceQuantity: boolean;
  readonly productId: string;
  /** Set for base and additional prices. */
  readonly plan: Plan | null;
  /** For a base price the price plan itself; for an additional price the price plan beside which it is sold. */
  readonly pricePlanId: string | null;
  /** Set for add-on prices. */
  readonly addon: Addon | null;
}

/** The coupon behind a discount, even if it was replaced or retired. */
export interface SoldCoupon {
  /** What the customer enters. */
  readonly code: string;
  readonly name: LocalizedText;
}
