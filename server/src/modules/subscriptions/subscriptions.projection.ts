import type { Logger } from 'pino';
import type { HeldItem } from '../../db/schema/index.ts';
import type { StripeSubscription, SubscriptionListener } from '../../stripe/index.ts';
import { type Catalog, type SoldPrice, soldCaption } from '../catalog/index.ts';
import type { NewSubscriptionRow, SubscriptionQueries } from './subscriptions.queries.ts';

const intervals: Record<string, NewSubscriptionRow['interval']> = { day: 'Day', month: 'Month', year: 'Year' };

/**
 * Turns what the mirror took into what the account has, in the same transaction. A subscription that never came about (its first payment
 * failed or was not confirmed) leaves no row. One that is not of this portal's catalogue or accounts is passed over.
 */
export function createProjection(queries: SubscriptionQueries, catalog: Catalog, logger: Logger): SubscriptionListener {
  return async (subscription) => {
    const sold = await catalog.findByStripePrice(subscription.items.data.map((item) => item.price.id));
    const row = toRow(subscription, sold);
    const customerId = idOf(subscription.customer);
    return async (transaction) => {
      const accountId = await queries.findAccountByCustomer(transaction, customerId);
      if (accountId === undefined || !row) {
        logger.warn({ stripeSubscriptionId: subscription.id }, 'a subscription at Stripe is not of this portal');
        return;
      }
      const known = await queries.findByStripeId(transaction, subscription.id);
      const neverCame =
        subscription.status === 'incomplete_expired' ||
        (subscription.status === 'canceled' && (known === undefined || known.status === 'incomplete'));
      if (hadTrial(subscription, row)) await queries.rememberTrial(transaction, accountId, row.productId);
      if (neverCame) return queries.remove(transaction, subscription.id);
      const unpaid = subscription.status === 'past_due' || subscription.status === 'unpaid';
      const card = unpaid ? await queries.findCard(transaction, row.paymentMethodId ?? null, customerId) : undefined;
      await queries.upsert(transaction, {
        ...row,
        accountId,
        paymentFailure: card ? { brand: card.brand, last4: card.last4 } : null,
      });
    };
  };
}

/** Stripe tells for good when a trial began. */
function hadTrial({ status, trial_start }: StripeSubscription, { trial }: Pick<NewSubscriptionRow, 'trial'>): boolean {
  const began = status !== 'incomplete' && status !== 'incomplete_expired';
  return began && (trial || trial_start !== null);
}

/** Undefined when its first price is not of the catalogue. */
function toRow(
  subscription: StripeSubscription,
  sold: ReadonlyMap<string, SoldPrice>,
): Omit<NewSubscriptionRow, 'accountId'> | undefined {
  const base = subscription.items.data.find((item) => sold.get(item.price.id)?.kind === 'base');
  const basePrice = base && sold.get(base.price.id);
  if (!base || !basePrice?.plan) return undefined;
  const items = toItems(subscription, sold);
  const periodEnd = Math.max(...subscription.items.data.map((item) => item.current_period_end));
  const endedAt = moment(subscription.ended_at);
  const trialEnd = subscription.status === 'trialing' ? moment(subscription.trial_end) : null;
  return {
    stripeSubscriptionId: subscription.id,
    productId: basePrice.productId,
    planId: basePrice.plan.id,
    pricePlanId: basePrice.priceId,
    quantity: base.quantity ?? 1,
    status: subscription.status,
    trial: subscription.status === 'trialing' || basePrice.plan.isTrial,
    startedAt: new Date(subscription.start_date * 1000),
    expiresAt: endedAt ?? trialEnd ?? moment(periodEnd),
    cancelAt: moment(subscription.cancel_at) ?? (subscription.cancel_at_period_end ? moment(periodEnd) : null),
    cancelAtPeriodEnd: subscription.cancel_at_period_end,
    endedAt,
    amount: items.reduce((sum, item) => sum + item.unitAmount * item.quantity, 0),
    currency: subscription.currency,
    interval: intervals[base.price.recurring?.interval ?? ''] ?? 'Month',
    intervalCount: base.price.recurring?.interval_count ?? 1,
    paymentMethodId: subscription.default_payment_method ? idOf(subscription.default_payment_method) : null,
    items,
  };
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
        caption: soldCaption(price).en,
        quantity: item.quantity ?? 1,
        unitAmount: amount,
        stripeItemId: item.id,
        stripePriceId: item.price.id,
      },
    ];
  });
}

function idOf(value: string | { id: string }): string {
  return typeof value === 'string' ? value : value.id;
}

function moment(seconds: number | null): Date | null {
  return seconds === null ? null : new Date(seconds * 1000);
}
