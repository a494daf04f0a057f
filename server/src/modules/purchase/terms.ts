import { createHash } from 'node:crypto';
import { UTCDate } from '@date-fns/utc';
import type { Locale, PurchaseSelection, ShippingDetails } from '@portico/contract';
import { add } from 'date-fns/add';
import { localize } from '../../messages/index.ts';
import type { SubscriptionTerms } from '../../stripe/index.ts';
import {
  type Coupon,
  type HeldSubscription,
  liveSubscription,
  type ResolvedSelection,
  type SoldPrice,
  soldCaption,
} from '../catalog/index.ts';
import { type SubscriptionRow, toHeld } from '../subscriptions/index.ts';
import type { QuotedSubscription } from './quoted.ts';

/** A selection that was checked against the catalog and the account's subscriptions. */
export interface CheckedSelection {
  readonly resolved: ResolvedSelection;
  readonly coupon: Coupon | null;
  /** The account's live subscription to the product, which the purchase changes. */
  readonly subscription: SubscriptionRow | undefined;
}

export function quotedSubscriptionOf(subscription: SubscriptionRow | undefined): QuotedSubscription | null {
  if (!subscription) return null;
  const { stripeSubscriptionId, status, expiresAt, cancelAt, items } = subscription;
  return {
    stripeSubscriptionId,
    status,
    expiresAt: expiresAt?.toISOString() ?? null,
    cancelAt: cancelAt?.toISOString() ?? null,
    items: items.map(({ stripeItemId, stripePriceId, quantity }) => ({ stripeItemId, stripePriceId, quantity })),
  };
}

/** The live subscription among an account's to a product (PUR-10). */
export function findLiveSubscription(rows: readonly SubscriptionRow[], now: Date): SubscriptionRow | undefined {
  const held = rows.map((row) => toHeld(row, 0));
  const live: HeldSubscription | undefined = liveSubscription({ subscriptions: held }, now);
  return rows.find(({ id }) => id === live?.id);
}

/**
 * The terms of the subscription at Stripe (PUR-27, TRL-5, TRL-7).
 * @param automaticTax whether an address for tax is known.
 */
export function toTerms(
  { resolved, coupon, subscription }: CheckedSelection,
  automaticTax: boolean,
  now: Date,
): SubscriptionTerms {
  const pricedAt = Math.floor(now.getTime() / 1000);
  const trialDays = subscription ? undefined : (resolved.plan.trialDays ?? undefined);
  return {
    // The price plan is bought even with zero units, because it identifies the subscription.
    items: resolved.lines.map(({ kind, priceId, stripePriceId, quantity }) => ({
      kind,
      priceId,
      stripePriceId,
      quantity,
    })),
    promotionCodeId: coupon?.stripePromotionCodeId,
    automaticTax,
    trialDays,
    endsWithTrial: trialDays !== undefined && resolved.lines.every((line) => line.unitAmount * line.quantity === 0),
    pricedAt,
    change: subscription && {
      stripeSubscriptionId: subscription.stripeSubscriptionId,
      currentItems: subscription.items.map(({ kind, stripeItemId, stripePriceId }) => ({
        kind,
        stripeItemId,
        stripePriceId,
      })),
      prorationDate: pricedAt,
      endTrial: subscription.status === 'trialing',
      ...(subscription.cancelAt && !subscription.cancelAtPeriodEnd && { endsOnDate: true }),
      paymentMethodId: subscription.paymentMethodId,
    },
  };
}

/**
 * When the recurring amount is first charged (PUR-25): at the end of a trial, at the end of the paid period while the interval stays, else one
 * interval from now.
 */
export function nextPaymentDate(
  { resolved, subscription }: CheckedSelection,
  terms: SubscriptionTerms,
  recurringTotal: number,
): string | null {
  if (recurringTotal === 0) return null;
  const from = new UTCDate(terms.pricedAt * 1000);
  if (terms.trialDays) return add(from, { days: terms.trialDays }).toISOString();
  const { interval, intervalCount } = resolved.pricePlan;
  const isSameInterval =
    subscription &&
    subscription.status !== 'trialing' &&
    subscription.amount > 0 &&
    subscription.interval === interval &&
    subscription.intervalCount === intervalCount;
  if (isSameInterval && subscription.expiresAt) return subscription.expiresAt.toISOString();
  const unit = ({ Day: 'days', Month: 'months', Year: 'years' } as const)[interval];
  return add(from, { [unit]: intervalCount }).toISOString();
}

/** The canonical form of a selection, for comparing a purchase with its quote. Zero quantities are left out. */
export function selectionHash(
  productId: string,
  selection: PurchaseSelection,
  shippingDetails: ShippingDetails | null | undefined,
): string {
  const items = selection.items
    .filter((item) => item.quantity > 0)
    .map((item) => [item.subscriptionPlanId, item.priceId, item.quantity])
    .sort();
  const addons = Object.entries(selection.addons ?? {}).sort();
  const coupon = selection.coupon?.toLowerCase() ?? null;
  const address = shippingDetails && [
    shippingDetails.name,
    ...Object.entries(shippingDetails.address)
      .filter(([, value]) => value)
      .sort(),
  ];
  return createHash('sha256')
    .update(JSON.stringify([productId, items, addons, coupon, address ?? null]))
    .digest('hex');
}

/**
 * Captions of lines on previews, by Stripe price, in the user's language.
 * @param held the prices of the account's live subscription.
 */
export function captionsByStripePrice(
  { resolved }: CheckedSelection,
  held: ReadonlyMap<string, SoldPrice>,
  locale: Locale,
): Map<string, string> {
  const product = localize(resolved.product.displayName, locale);
  const captions = new Map([...held].map(([id, price]) => [id, localize(soldCaption(price), locale)]));
  for (const line of resolved.lines) {
    const caption = localize(line.caption, locale);
    captions.set(
      line.stripePriceId,
      line.kind === 'base' ? `${product} – ${localize(resolved.plan.name, locale)}, ${caption}` : caption,
    );
  }
  return captions;
}
