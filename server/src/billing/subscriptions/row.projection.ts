import { fullCaption, type SoldPrice } from '../../catalog/index.ts';
import type { HeldItem } from '../../core/db/schema/stored-types.ts';
import type { StripeSubscription } from '../../core/stripe/index.ts';
import type { NewSubscriptionRow } from './subscriptions.queries.ts';

const intervals: Record<string, NewSubscriptionRow['interval']> = { day: 'Day', month: 'Month', year: 'Year' };

/** The columns that follow from a subscription and the catalog only. */
export type ProjectedRow = Omit<
  Required<NewSubscriptionRow>,
  'id' | 'accountId' | 'updatedAt' | 'discounts' | 'paymentFailure'
>;

/** Undefined if no price belongs to a plan of the catalog. Without a price plan, an additional price determines the plan (SUB-14). */
export function toRow(
  subscription: StripeSubscription,
  sold: ReadonlyMap<string, SoldPrice>,
): ProjectedRow | undefined {
  const find = (kind: SoldPrice['kind']) =>
    subscription.items.data.find((item) => sold.get(item.price.id)?.kind === kind);
  const base = find('base');
  const main = base ?? find('additional');
  const price = main && sold.get(main.price.id);
  if (!main || !price?.plan || price.pricePlanId === null) return undefined;
  const items = toItems(subscription, sold);
  const periodEnd = Math.max(...subscription.items.data.map((item) => item.current_period_end));
  const periodStartedAt = new Date(
    Math.max(...subscription.items.data.map((item) => item.current_period_start)) * 1000,
  );
  const isUnpaid = subscription.status === 'past_due' || subscription.status === 'unpaid';
  const endedAt = toDate(subscription.ended_at);
  const trialEnd = subscription.status === 'trialing' ? toDate(subscription.trial_end) : null;
  return {
    stripeSubscriptionId: subscription.id,
    productId: price.productId,
    planId: price.plan.id,
    pricePlanId: price.pricePlanId,
    quantity: base ? (base.quantity ?? 1) : 0,
    status: subscription.status,
    trial: subscription.status === 'trialing' || price.plan.isTrial,
    startedAt: new Date(subscription.start_date * 1000),
    expiresAt: endedAt ?? trialEnd ?? toDate(periodEnd),
    periodStartedAt,
    unpaidSince: isUnpaid ? periodStartedAt : null,
    deviceQuantity: countDevices(subscription, sold),
    cancelAt: toDate(subscription.cancel_at) ?? (subscription.cancel_at_period_end ? toDate(periodEnd) : null),
    cancelAtPeriodEnd: subscription.cancel_at_period_end,
    endedAt,
    amount: items.reduce((sum, item) => sum + item.unitAmount * item.quantity, 0),
    currency: subscription.currency,
    interval: intervals[main.price.recurring?.interval ?? ''] ?? 'Month',
    intervalCount: main.price.recurring?.interval_count ?? 1,
    paymentMethodId: subscription.default_payment_method ? stripeId(subscription.default_payment_method) : null,
    items,
  };
}

/** The sum of the quantities that count as devices: of the price plan and of additional prices, but not of add-ons. */
function countDevices({ items }: StripeSubscription, sold: ReadonlyMap<string, SoldPrice>): number {
  return items.data.reduce((sum, { price, quantity = 1 }) => {
    const { kind, increasesDeviceQuantity } = sold.get(price.id) ?? {};
    return kind !== undefined && kind !== 'addon' && increasesDeviceQuantity ? sum + quantity : sum;
  }, 0);
}

function toItems(subscription: StripeSubscription, sold: ReadonlyMap<string, SoldPrice>): HeldItem[] {
  return subscription.items.data.flatMap((item) => {
    const price = sold.get(item.price.id);
    if (!price) return [];
    const { kind, priceId, amount } = price;
    return [
      {
        kind,
        priceId,
        caption: fullCaption(price).en,
        quantity: item.quantity ?? 1,
        unitAmount: amount,
        stripeItemId: item.id,
        stripePriceId: item.price.id,
      },
    ];
  });
}

export function stripeId(value: string | { id: string }): string {
  return typeof value === 'string' ? value : value.id;
}

export function toDate(seconds: number | null | undefined): Date | null {
  return seconds === null || seconds === undefined ? null : new Date(seconds * 1000);
}
