import type Stripe from 'stripe';
import type { PricedItem, SubscriptionRequest, SubscriptionTerms } from './subscription-terms.ts';

type PaymentBehavior = 'error_if_incomplete' | 'allow_incomplete' | 'default_incomplete';

/** Fields that are expanded with a subscription to determine its payment state. */
export const expand = [
  'latest_invoice.confirmation_secret',
  'latest_invoice.payments.data.payment.payment_intent',
  'pending_setup_intent',
];

/** Metadata that identifies a change waiting for its payment, because such a change cannot have its own metadata. */
export const pendingOperationKey = 'pending_operation_id';

export function creationParameters(
  request: SubscriptionRequest,
  behavior: PaymentBehavior,
): Stripe.SubscriptionCreateParams {
  const { terms } = request;
  return {
    customer: request.customerId,
    items: terms.items.map((item) => ({
      price: item.stripePriceId,
      quantity: item.quantity,
      metadata: itemMetadata(item),
    })),
    ...discountParameters(terms),
    // Stripe calculates tax by the business address (CAT-30).
    automatic_tax: { enabled: terms.automaticTax },
    payment_behavior: behavior,
    payment_settings: { save_default_payment_method: 'off' },
    ...(request.paymentMethodId && { default_payment_method: request.paymentMethodId }),
    ...(terms.trialDays && {
      trial_period_days: terms.trialDays,
      // Without a payment method the trial ends automatically (TRL-6).
      trial_settings: { end_behavior: { missing_payment_method: 'cancel' as const } },
    }),
    ...(terms.endsWithTrial && { cancel_at_period_end: true }),
    off_session: false,
    metadata: request.metadata,
    expand,
  };
}

/** A complete change in one call: it is paid now, or not made at all. */
export function changeParameters(request: SubscriptionRequest, change: Change): Stripe.SubscriptionUpdateParams {
  const { terms } = request;
  return {
    items: toUpdateItems(terms.items, change),
    ...billingParameters(change),
    payment_behavior: 'error_if_incomplete',
    ...discountParameters(terms),
    automatic_tax: { enabled: terms.automaticTax },
    metadata: request.metadata,
    ...clearCancellation(change),
    ...(request.paymentMethodId && { default_payment_method: request.paymentMethodId }),
    expand,
  };
}

/**
 * The part of a change that can wait for its payment: prices, quantities, and what affects the invoice. Stripe refuses
 * everything else with `pending_if_incomplete` (docs.stripe.com/billing/subscriptions/pending-updates-reference).
 */
export function pendingUpdateParameters(request: SubscriptionRequest, change: Change): Stripe.SubscriptionUpdateParams {
  const items = toUpdateItems(request.terms.items, change).map(({ metadata: _, ...item }) => item);
  return { items, ...billingParameters(change), payment_behavior: 'pending_if_incomplete', expand };
}

/**
 * Prepares what a pending change cannot contain but its payment needs: the chosen card, the tax settings, and the
 * operation that identifies the change.
 */
export function preparationParameters({
  terms,
  paymentMethodId,
  metadata,
}: SubscriptionRequest): Stripe.SubscriptionUpdateParams {
  return {
    automatic_tax: { enabled: terms.automaticTax },
    ...(paymentMethodId && { default_payment_method: paymentMethodId }),
    metadata: { [pendingOperationKey]: metadata.operation_id },
    proration_behavior: 'none',
  };
}

/**
 * Sets what a pending change could not contain, once it is paid: its operation, the catalog ids of its items, and the
 * restored renewal.
 */
export function completionParameters(
  { metadata, terms }: SubscriptionRequest,
  subscription: Stripe.Subscription,
): Stripe.SubscriptionUpdateParams {
  const wanted = new Map(terms.items.map((item) => [item.stripePriceId, item]));
  const items = subscription.items.data.flatMap(({ id, price }) => {
    const item = wanted.get(price.id);
    return item ? [{ id, metadata: itemMetadata(item) }] : [];
  });
  return {
    items,
    metadata: { ...metadata, [pendingOperationKey]: '' },
    ...(terms.change && clearCancellation(terms.change)),
    proration_behavior: 'none',
    expand,
  };
}

/** Whether a subscription has the wanted items and none that its change removes. */
export function hasItems({ items }: Stripe.Subscription, { items: wanted, change }: SubscriptionTerms): boolean {
  const has = items.data.map((item) => `${item.price.id} ${item.quantity ?? 1}`);
  const removed = change ? toUpdateItems(wanted, change).flatMap(({ id, deleted }) => (deleted ? id : [])) : [];
  return (
    wanted.every((item) => has.includes(`${item.stripePriceId} ${item.quantity}`)) &&
    !items.data.some(({ id }) => removed.includes(id))
  );
}

type Change = NonNullable<SubscriptionTerms['change']>;

interface UpdateItem {
  id?: string;
  price?: string;
  quantity?: number;
  deleted?: boolean;
  metadata?: Record<string, string>;
}

/**
 * Converts the current items to the selection: equal prices keep their item, others are replaced, the rest is removed.
 * Items that the catalog does not have are not mentioned, so Stripe keeps them (SUB-39).
 */
export function toUpdateItems(wanted: readonly PricedItem[], change: Change): UpdateItem[] {
  const left = [...change.currentItems];
  const take = (matches: (item: (typeof left)[number]) => boolean) => {
    const index = left.findIndex(matches);
    return index < 0 ? undefined : left.splice(index, 1)[0];
  };
  const kept = new Map(wanted.map((item) => [item, take((current) => current.stripePriceId === item.stripePriceId)]));
  const items = wanted.map((item) => {
    const current = kept.get(item) ?? take((candidate) => item.kind === 'base' && candidate.kind === 'base');
    return {
      ...(current && { id: current.stripeItemId }),
      price: item.stripePriceId,
      quantity: item.quantity,
      metadata: itemMetadata(item),
    };
  });
  return [...items, ...left.map((item) => ({ id: item.stripeItemId, deleted: true }))];
}

function billingParameters(change: Change) {
  return {
    proration_behavior: 'always_invoice' as const,
    proration_date: change.prorationDate,
    ...(change.endTrial && { trial_end: 'now' as const }),
  };
}

/**
 * A changed subscription does not end, as a trial would have (TRL-7). If a schedule manages the subscription, it does
 * not end, and Stripe refuses these fields.
 */
export function clearCancellation({
  endsOnDate,
  scheduleId,
}: Pick<Change, 'endsOnDate' | 'scheduleId'>): Pick<
  Stripe.SubscriptionUpdateParams,
  'cancel_at' | 'cancel_at_period_end'
> {
  if (scheduleId) return {};
  return endsOnDate ? { cancel_at: '' } : { cancel_at_period_end: false };
}

/** The discount of a coupon, or those that a change keeps. Without either, discounts do not change. */
export function discountParameters({
  promotionCodeId,
  change,
}: SubscriptionTerms): Pick<Stripe.SubscriptionUpdateParams, 'discounts'> {
  if (promotionCodeId) return { discounts: [{ promotion_code: promotionCodeId }] };
  const kept = change?.keptDiscounts;
  return kept ? { discounts: kept.length === 0 ? '' : kept.map((discount) => ({ discount })) } : {};
}

export function itemMetadata({ kind, priceId }: PricedItem) {
  return { kind, price_id: priceId };
}
