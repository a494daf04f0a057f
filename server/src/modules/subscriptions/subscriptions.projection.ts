import type { Logger } from 'pino';
import type { HeldItem } from '../../db/schema/index.ts';
import type { SubscriptionListener } from '../../stripe/index.ts';
import type { Catalog } from '../catalog/index.ts';
import type { SubscriptionQueries } from './subscriptions.queries.ts';

const capitalized = { day: 'Day', month: 'Month', year: 'Year' } as const;

/**
 * Turns what the mirror took into what the account has, in the same transaction. A subscription that never came about (its first payment
 * failed or was not confirmed) leaves no row. One that is not of this portal's catalogue or accounts is passed over.
 */
export function createProjection(queries: SubscriptionQueries, catalog: Catalog, logger: Logger): SubscriptionListener {
  return async (transaction, subscription) => {
    const customerId = typeof subscription.customer === 'string' ? subscription.customer : subscription.customer.id;
    const accountId = await queries.findAccountByCustomer(transaction, customerId);
    const sold = await catalog.findByStripePrice(subscription.items.data.map((item) => item.price.id));
    const base = subscription.items.data.find((item) => sold.get(item.price.id)?.kind === 'base');
    const basePrice = base && sold.get(base.price.id);
    if (accountId === undefined || !base || !basePrice?.plan) {
      logger.warn({ stripeSubscriptionId: subscription.id }, "a subscription of Stripe's is not of this portal");
      return;
    }
    const known = await queries.findByStripeId(transaction, subscription.id);
    const neverCame =
      subscription.status === 'incomplete_expired' ||
      (subscription.status === 'canceled' && (known === undefined || known.status === 'incomplete'));
    if (neverCame) return queries.remove(transaction, subscription.id);

    const items: HeldItem[] = subscription.items.data.flatMap((item) => {
      const price = sold.get(item.price.id);
      if (!price) return [];
      return [
        {
          kind: price.kind,
          priceId: price.priceId,
          caption: price.caption.en,
          quantity: item.quantity ?? 1,
          unitAmount: price.amount,
          stripeItemId: item.id,
          stripePriceId: item.price.id,
        },
      ];
    });
    const paymentMethod = subscription.default_payment_method;
    const paymentMethodId = typeof paymentMethod === 'string' ? paymentMethod : (paymentMethod?.id ?? null);
    const unpaid = subscription.status === 'past_due' || subscription.status === 'unpaid';
    const card = unpaid ? await queries.findCard(transaction, paymentMethodId, customerId) : undefined;
    const periodEnd = Math.max(...subscription.items.data.map((item) => item.current_period_end));
    const ended = subscription.ended_at ? moment(subscription.ended_at) : null;
    await queries.upsert(transaction, {
      accountId,
      stripeSubscriptionId: subscription.id,
      productId: basePrice.productId,
      planId: basePrice.plan.id,
      pricePlanId: basePrice.priceId,
      quantity: base.quantity ?? 1,
      status: subscription.status,
      trial: subscription.status === 'trialing' || basePrice.plan.isTrial,
      startedAt: moment(subscription.start_date),
      expiresAt:
        ended ??
        (subscription.status === 'trialing' && subscription.trial_end
          ? moment(subscription.trial_end)
          : moment(periodEnd)),
      cancelAt: subscription.cancel_at
        ? moment(subscription.cancel_at)
        : subscription.cancel_at_period_end
          ? moment(periodEnd)
          : null,
      cancelAtPeriodEnd: subscription.cancel_at_period_end,
      endedAt: ended,
      amount: items.reduce((sum, item) => sum + item.unitAmount * item.quantity, 0),
      currency: subscription.currency,
      interval: base.price.recurring
        ? ((capitalized as Record<string, 'Day' | 'Month' | 'Year'>)[base.price.recurring.interval] ?? 'Month')
        : 'Month',
      intervalCount: base.price.recurring?.interval_count ?? 1,
      paymentMethodId,
      items,
      paymentFailure: card ? { brand: card.brand, last4: card.last4 } : null,
    });
  };
}

function moment(seconds: number): Date {
  return new Date(seconds * 1000);
}
