import { fullCaption, type SoldPrice } from '../../catalog/index.ts';
import type { HeldItem } from '../../core/db/schema/stored-types.ts';
import { readPriceTerms, type StripeSubscription } from '../../core/stripe/index.ts';
import { type ExplainedItem, productOf, stripeId } from './item-prices.projection.ts';
import type { NewSubscriptionRow } from './subscriptions.queries.ts';

/** The columns that follow from a subscription and the catalog only. */
export type ProjectedRow = Omit<
  Required<NewSubscriptionRow>,
  'id' | 'accountId' | 'updatedAt' | 'discounts' | 'paymentFailure' | 'unpaidSince'
>;

/**
 * Undefined if no price belongs to a plan of the catalog. Without a price plan, an additional price determines the plan (SUB-14).
 * @param names of Stripe's products, for prices that the catalog does not have
 */
export function toRow(
  subscription: StripeSubscription,
  explained: readonly ExplainedItem[],
  names: ReadonlyMap<string, string>,
): ProjectedRow | undefined {
  const find = (kind: SoldPrice['kind']) => explained.find(({ price }) => price?.kind === kind);
  const base = find('base');
  const main = base ?? find('additional');
  const price = main?.price;
  if (!main || !price?.plan || price.pricePlanId === null) return undefined;
  const items = explained.map((one) => toItem(one, names));
  const periodEnd = Math.max(...subscription.items.data.map((item) => item.current_period_end));
  const periodStartedAt = new Date(
    Math.max(...subscription.items.data.map((item) => item.current_period_start)) * 1000,
  );
  const endedAt = toDate(subscription.ended_at);
  const trialEnd = subscription.status === 'trialing' ? toDate(subscription.trial_end) : null;
  const { interval, intervalCount } = readPriceTerms(main.item.price);
  return {
    stripeSubscriptionId: subscription.id,
    productId: price.productId,
    planId: price.plan.id,
    pricePlanId: price.pricePlanId,
    quantity: base ? (base.item.quantity ?? 1) : 0,
    status: subscription.status,
    trial: subscription.status === 'trialing' || price.plan.isTrial,
    startedAt: new Date(subscription.start_date * 1000),
    expiresAt: endedAt ?? trialEnd ?? toDate(periodEnd),
    periodStartedAt,
    deviceQuantity: countDevices(explained),
    cancelAt: toDate(subscription.cancel_at) ?? (subscription.cancel_at_period_end ? toDate(periodEnd) : null),
    cancelAtPeriodEnd: subscription.cancel_at_period_end,
    endedAt,
    amount: items.reduce((sum, item) => sum + item.unitAmount * item.quantity, 0),
    currency: subscription.currency,
    interval,
    intervalCount,
    paymentMethodId: subscription.default_payment_method ? stripeId(subscription.default_payment_method) : null,
    items,
  };
}

/** The sum of the quantities that count as devices: of the price plan and of additional prices, but not of add-ons. */
function countDevices(explained: readonly ExplainedItem[]): number {
  return explained.reduce(
    (sum, { price, item }) =>
      price && price.kind !== 'addon' && price.increasesDeviceQuantity ? sum + (item.quantity ?? 1) : sum,
    0,
  );
}

/** An item that the catalog cannot explain has the name and amount that Stripe has (SUB-39). */
function toItem({ item, price }: ExplainedItem, names: ReadonlyMap<string, string>): HeldItem {
  const { amount } = price ?? readPriceTerms(item.price);
  return {
    kind: price?.kind ?? 'other',
    priceId: price?.priceId ?? '',
    caption: price ? fullCaption(price).en : (item.price.nickname ?? names.get(productOf(item)) ?? item.price.id),
    quantity: item.quantity ?? 1,
    unitAmount: amount,
    stripeItemId: item.id,
    stripePriceId: item.price.id,
  };
}

export function toDate(seconds: number | null | undefined): Date | null {
  return seconds === null || seconds === undefined ? null : new Date(seconds * 1000);
}
