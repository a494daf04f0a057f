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
import type { QuoteBasis } from './purchase.basis.ts';

/** A selection that was checked against the catalogue and against what the account has. */
export interface CheckedSelection {
  readonly resolved: ResolvedSelection;
  readonly coupon: Coupon | null;
  /** The account's live subscription to the product, which is changed instead of another being made. */
  readonly current: SubscriptionRow | undefined;
}

/** How long a quote holds (design 'taxTransactionId'). */
export const quoteMilliseconds = 30 * 60 * 1000;

/** What a quote keeps: enough to buy exactly what was shown. */
export interface QuotedTerms {
  readonly terms: SubscriptionTerms;
  readonly planId: string;
  readonly shippingDetails: ShippingDetails | undefined;
  /** ISO 8601 UTC, or null where nothing renews. */
  readonly nextPaymentDate: string | null;
  /** Cents for each interval after the first payment. */
  readonly recurringTotal: number;
  /** The subscription that is changed, as it was; null where another is made. */
  readonly standing?: QuotedStanding | null;
  /** What the amount due rested on. */
  readonly basis?: QuoteBasis;
  /** What was said to be charged now; absent from quotes of a portal that did not keep it. */
  readonly charge?: ChargeAmounts;
}

/** What an invoice comes to, and what of it is to be paid; cents. */
export interface ChargeAmounts {
  readonly total: number;
  readonly amountDue: number;
}

/** What of a subscription decides what a change of it costs, and whether it is still the one that was looked at. */
export interface QuotedStanding {
  readonly stripeSubscriptionId: string;
  readonly status: string;
  /** ISO 8601 UTC. */
  readonly expiresAt: string | null;
  readonly cancelAt: string | null;
  readonly items: readonly Pick<SubscriptionRow['items'][number], 'stripeItemId' | 'stripePriceId' | 'quantity'>[];
}

export function standingOf(current: SubscriptionRow | undefined): QuotedStanding | null {
  if (!current) return null;
  const { stripeSubscriptionId, status, expiresAt, cancelAt, items } = current;
  return {
    stripeSubscriptionId,
    status,
    expiresAt: expiresAt?.toISOString() ?? null,
    cancelAt: cancelAt?.toISOString() ?? null,
    items: items.map(({ stripeItemId, stripePriceId, quantity }) => ({ stripeItemId, stripePriceId, quantity })),
  };
}

/** The live subscription among an account's to a product. */
export function findCurrent(rows: readonly SubscriptionRow[], now: Date): SubscriptionRow | undefined {
  const held = rows.map(toHeld);
  const live: HeldSubscription | undefined = liveSubscription({ subscriptions: held }, now);
  return rows.find(({ id }) => id === live?.id);
}

/** @param automaticTax whether an address is known to reckon tax by. */
export function toTerms(
  { resolved, coupon, current }: CheckedSelection,
  automaticTax: boolean,
  now: Date,
): SubscriptionTerms {
  const pricedAt = Math.floor(now.getTime() / 1000);
  const trialDays = current ? undefined : (resolved.plan.trialDays ?? undefined);
  return {
    // The price plan is bought also with no units of its own: by it a subscription is known.
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
    change: current && {
      stripeSubscriptionId: current.stripeSubscriptionId,
      currentItems: current.items.map(({ kind, stripeItemId, stripePriceId }) => ({
        kind,
        stripeItemId,
        stripePriceId,
      })),
      prorationDate: pricedAt,
      endTrial: current.status === 'trialing',
      ...(current.cancelAt && !current.cancelAtPeriodEnd && { endsOnDate: true }),
      paymentMethodId: current.paymentMethodId,
    },
  };
}

/**
 * When the recurring amount is first charged: at the end of a trial, at the end of the paid period while the interval stays, else one interval from now.
 */
export function nextPaymentDate(
  { resolved, current }: CheckedSelection,
  terms: SubscriptionTerms,
  recurringTotal: number,
): string | null {
  if (recurringTotal === 0) return null;
  const from = new UTCDate(terms.pricedAt * 1000);
  if (terms.trialDays) return add(from, { days: terms.trialDays }).toISOString();
  const { interval, intervalCount } = resolved.pricePlan;
  const sameCycle =
    current &&
    current.status !== 'trialing' &&
    current.amount > 0 &&
    current.interval === interval &&
    current.intervalCount === intervalCount;
  if (sameCycle && current.expiresAt) return current.expiresAt.toISOString();
  const unit = ({ Day: 'days', Month: 'months', Year: 'years' } as const)[interval];
  return add(from, { [unit]: intervalCount }).toISOString();
}

/** One canonical form of what was asked, to compare a purchase with its quote. Quantities of zero are nothing. */
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
 * What lines are called on previews, by Stripe price, in the reader's language.
 * @param held what the account's present prices stand for.
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
