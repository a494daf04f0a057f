import type { Said } from '../../http/app-error.ts';

/** Stripe's statuses of an invoice. */
export type InvoiceStatus = 'draft' | 'open' | 'paid' | 'uncollectible' | 'void';

/** The error that ended an operation. */
export interface OperationError {
  code: string;
  message: string;
  key?: string;
  declineCode?: string;
  propertyErrors?: Readonly<Record<string, readonly Said[]>>;
}

/** By step: the number in the idempotency key, and the time (UTC) since when the key is used. */
export type OperationAttempts = Record<string, { number: number; since: string }>;

/** One priced line of a subscription, with the catalog's ids. */
export interface HeldItem {
  /** `other`: an item that the vendor added at Stripe and the catalog does not have. */
  kind: 'base' | 'additional' | 'addon' | 'other';
  /** Catalog id of the price plan, additional price or add-on price; empty for another item. */
  priceId: string;
  caption: string;
  quantity: number;
  /** Cents per unit and interval. */
  unitAmount: number;
  stripeItemId: string;
  stripePriceId: string;
}

/** The card of a subscription's latest payment, if that payment failed. */
export interface PaymentFailure {
  brand: string;
  last4: string;
}

/** A coupon on a subscription. Ids are Stripe's, moments ISO 8601 in UTC. */
export interface HeldDiscount {
  id: string;
  couponId: string;
  /** Null for a discount that the vendor gave without a code. */
  promotionCodeId: string | null;
  start: string;
  /** Null if it does not end. */
  end: string | null;
}
