import { createHash } from 'node:crypto';
import { UTCDate } from '@date-fns/utc';
import type { ChangeTime, PurchaseSelection, ShippingDetails } from '@portico/contract';
import { add } from 'date-fns/add';
import { type Coupon, type HeldSubscription, liveSubscription, type ResolvedSelection } from '../../catalog/index.ts';
import type { SubscriptionTerms } from '../../core/stripe/index.ts';
import type { ChargeSchedule } from '../invoices/charge-dates.ts';
import type { HeldSchedule } from '../subscriptions/scheduled-changes.projection.ts';
import type { SubscriptionRow } from '../subscriptions/subscriptions.queries.ts';
import { catalogItems, toHeldSubscription } from '../subscriptions/subscriptions.rules.ts';
import type { QuotedSubscription } from './quoted.ts';

/** A selection that was checked against the catalog and the account's subscriptions. */
export interface CheckedSelection {
  readonly resolved: ResolvedSelection;
  readonly coupon: Coupon | null;
  /** The account's live subscription to the product, which the purchase changes. */
  readonly subscription: SubscriptionRow | undefined;
  /** The subscription's schedule at Stripe, if any. */
  readonly schedule: HeldSchedule | null;
  /** The end of the paid period, if the change may wait for it. */
  readonly waitsUntil: Date | null;
  /** When the change takes effect; null if immediately. */
  readonly startsAt: Date | null;
}

export function toQuotedSubscription(
  subscription: SubscriptionRow | undefined,
  schedule: HeldSchedule | null,
): QuotedSubscription | null {
  if (!subscription) return null;
  const { stripeSubscriptionId, status, expiresAt, cancelAt, items } = subscription;
  return {
    stripeSubscriptionId,
    status,
    expiresAt: expiresAt?.toISOString() ?? null,
    cancelAt: cancelAt?.toISOString() ?? null,
    items: items.map(({ stripeItemId, stripePriceId, quantity }) => ({ stripeItemId, stripePriceId, quantity })),
    schedule: toQuotedSchedule(schedule),
  };
}

/** Part of the quote, because with another schedule the same change has other effects (SCH-6). */
function toQuotedSchedule(schedule: HeldSchedule | null): QuotedSubscription['schedule'] {
  if (!schedule) return null;
  const { stripeScheduleId, change } = schedule;
  return {
    stripeScheduleId,
    change: change && {
      at: change.at.toISOString(),
      items: change.items.map(({ stripePriceId, quantity }) => ({ stripePriceId, quantity })),
    },
  };
}

/** The live one of an account's subscriptions to a product (PUR-10). */
export function findLiveSubscription(rows: readonly SubscriptionRow[], now: Date): SubscriptionRow | undefined {
  const held = rows.map((row) => toHeldSubscription(row, 0));
  const live: HeldSubscription | undefined = liveSubscription({ subscriptions: held }, now);
  return rows.find(({ id }) => id === live?.id);
}

/**
 * The terms of the subscription at Stripe (PUR-27, TRL-5, TRL-7).
 * @param automaticTax whether an address for tax is known
 */
export function toTerms(
  { resolved, coupon, subscription, schedule, startsAt }: CheckedSelection,
  automaticTax: boolean,
  now: Date,
): SubscriptionTerms {
  const pricedAt = Math.floor(now.getTime() / 1000);
  const keptDiscounts = subscription && findKeptDiscounts(resolved.pricePlan, subscription);
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
      currentItems: catalogItems(subscription).map(({ kind, stripeItemId, stripePriceId }) => ({
        kind,
        stripeItemId,
        stripePriceId,
      })),
      prorationDate: prorationStart(pricedAt, subscription, isSameInterval({ resolved, subscription })),
      endTrial: subscription.status === 'trialing',
      ...(subscription.cancelAt && !subscription.cancelAtPeriodEnd && { endsOnDate: true }),
      ...(schedule && { scheduleId: schedule.stripeScheduleId }),
      ...(startsAt && { startsAt: startsAt.getTime() / 1000 }),
      ...(keptDiscounts && { keptDiscounts }),
      paymentMethodId: subscription.paymentMethodId,
    },
  };
}

const intervalDays = { Day: 1, Month: 30, Year: 365 } as const;

/**
 * The ids of the discounts that a change keeps; undefined if it keeps all. A discount that was given for months without a code, such as one to stay, was meant
 * for charges of the current interval, so a longer one ends it (CXL-13).
 */
export function findKeptDiscounts(
  wanted: Pick<SubscriptionRow, 'interval' | 'intervalCount'>,
  subscription: Pick<SubscriptionRow, 'interval' | 'intervalCount' | 'discounts'>,
): string[] | undefined {
  const days = ({ interval, intervalCount }: typeof wanted) => intervalDays[interval] * intervalCount;
  if (days(wanted) <= days(subscription)) return undefined;
  const kept = subscription.discounts.filter(({ promotionCodeId, end }) => promotionCodeId !== null || end === null);
  return kept.length === subscription.discounts.length ? undefined : kept.map(({ id }) => id);
}

/** The price of a change stays the same for this long (PUR-41). */
export const prorationStepSeconds = 600;

/**
 * The time from which a change is prorated: the last full ten minutes in its paid period. It never goes back, so that
 * repeated changes gain nothing. A change of interval begins a new period and is prorated from now.
 * @param now seconds since 1970, like the result
 */
export function prorationStart(
  now: number,
  { periodStartedAt }: { readonly periodStartedAt: Date | null },
  keepsInterval: boolean,
): number {
  if (!keepsInterval || !periodStartedAt) return now;
  const start = Math.ceil(periodStartedAt.getTime() / 1000);
  return Math.min(now, Math.max(start, now - (now % prorationStepSeconds)));
}

/** Whether a change keeps the interval of a paid subscription. */
function isSameInterval({ resolved, subscription }: Pick<CheckedSelection, 'resolved' | 'subscription'>): boolean {
  const { interval, intervalCount } = resolved.pricePlan;
  return (
    subscription !== undefined &&
    subscription.status !== 'trialing' &&
    subscription.amount > 0 &&
    subscription.interval === interval &&
    subscription.intervalCount === intervalCount
  );
}

/**
 * When later charges begin (PUR-25): at the end of a trial; at the end of the paid period if the change keeps the interval or is scheduled; otherwise
 * after one interval.
 * @param anchor the time from which the changed subscription's periods are counted
 */
export function createChargeSchedule(
  { resolved, subscription, startsAt }: Pick<CheckedSelection, 'resolved' | 'subscription' | 'startsAt'>,
  terms: Pick<SubscriptionTerms, 'pricedAt' | 'trialDays'>,
  anchor: Date | null,
): ChargeSchedule {
  const { interval, intervalCount } = resolved.pricePlan;
  const now = new UTCDate(terms.pricedAt * 1000);
  if (terms.trialDays) {
    const end = new Date(add(now, { days: terms.trialDays }).getTime());
    return { first: end, anchor: end, interval, intervalCount };
  }
  if (startsAt) return { first: startsAt, anchor, interval, intervalCount };
  if (isSameInterval({ resolved, subscription }) && subscription?.expiresAt)
    return { first: subscription.expiresAt, anchor, interval, intervalCount };
  const unit = ({ Day: 'days', Month: 'months', Year: 'years' } as const)[interval];
  const first = new Date(add(now, { [unit]: intervalCount }).getTime());
  return { first, anchor: new Date(terms.pricedAt * 1000), interval, intervalCount };
}

/** A hash of the selection, to compare a purchase with its quote. Zero quantities are left out. */
export function selectionHash(
  productId: string,
  selection: PurchaseSelection & { readonly when?: ChangeTime | undefined },
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
  const waits = selection.when === 'periodEnd' ? ['periodEnd'] : [];
  return createHash('sha256')
    .update(JSON.stringify([productId, items, addons, coupon, address ?? null, ...waits]))
    .digest('hex');
}

/** Cents per interval, before tax and discounts. */
export function selectionPrice({ resolved }: Pick<CheckedSelection, 'resolved'>): number {
  return resolved.lines.reduce((sum, line) => sum + line.unitAmount * line.quantity, 0);
}

/** Whether the subscription already has exactly these items. */
export function isUnchanged({ resolved, subscription }: Pick<CheckedSelection, 'resolved' | 'subscription'>): boolean {
  const wanted = resolved.lines.map((line) => `${line.stripePriceId} ${line.quantity}`);
  const held = (subscription ? catalogItems(subscription) : []).map((item) => `${item.stripePriceId} ${item.quantity}`);
  return wanted.length === held.length && wanted.every((line) => held.includes(line));
}
