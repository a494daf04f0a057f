import type Stripe from 'stripe';
import { idOf, newId } from '../ids.ts';
import type { Period } from './periods.ts';

/** The states of subscriptions that were not canceled: the default filter of a list. */
export const NOT_CANCELED = [
  'active',
  'incomplete',
  'incomplete_expired',
  'past_due',
  'paused',
  'trialing',
  'unpaid',
] as const;

/** The legacy plan object beside the price of an item. */
function planOf(price: Stripe.Price): Stripe.Plan {
  return {
    id: price.id,
    object: 'plan',
    active: price.active,
    amount: price.unit_amount,
    amount_decimal: price.unit_amount_decimal,
    billing_scheme: 'per_unit',
    created: price.created,
    currency: price.currency,
    interval: price.recurring?.interval ?? 'month',
    interval_count: price.recurring?.interval_count ?? 1,
    livemode: false,
    metadata: price.metadata,
    meter: null,
    nickname: price.nickname,
    product: idOf(price.product),
    tiers_mode: null,
    transform_usage: price.transform_quantity,
    trial_period_days: price.recurring?.trial_period_days ?? null,
    usage_type: 'licensed',
  };
}

/** An item in its API form. */
export function buildItem(
  subscriptionId: string,
  price: Stripe.Price,
  quantity: number,
  period: Period,
  given: { now: number; metadata: Record<string, string>; discounts: string[]; id?: string; created?: number },
): Stripe.SubscriptionItem {
  return {
    id: given.id ?? newId('si', 14),
    object: 'subscription_item',
    billed_until: period.end,
    billing_thresholds: null,
    created: given.created ?? given.now,
    current_period_end: period.end,
    current_period_start: period.start,
    current_trial: null,
    discounts: given.discounts,
    metadata: given.metadata,
    plan: planOf(price),
    price: structuredClone(price),
    quantity,
    subscription: subscriptionId,
    tax_rates: [],
  };
}

/** Sets the period of an item. */
export function setPeriod(item: Stripe.SubscriptionItem, period: Period): void {
  item.current_period_start = period.start;
  item.current_period_end = period.end;
  item.billed_until = period.end;
}

/** Sets the price of an item. */
export function setPrice(item: Stripe.SubscriptionItem, price: Stripe.Price): void {
  item.price = structuredClone(price);
  item.plan = planOf(price);
}

const unsetFields = {
  application: null,
  application_fee_percent: null,
  billing_cycle_anchor_config: null,
  billing_thresholds: null,
  cancel_at: null,
  canceled_at: null,
  customer_account: null,
  default_payment_method: null,
  default_source: null,
  description: null,
  ended_at: null,
  latest_invoice: null,
  managed_payments: null,
  next_pending_invoice_item_invoice: null,
  on_behalf_of: null,
  pause_collection: null,
  pending_invoice_item_interval: null,
  pending_setup_intent: null,
  pending_update: null,
  schedule: null,
  transfer_data: null,
  trial_end: null,
  trial_start: null,
};

/** A new subscription that was neither billed nor paid. */
export function emptySubscription(given: {
  customer: string;
  currency: string;
  now: number;
  anchor: number;
  collectionMethod: Stripe.Subscription.CollectionMethod;
  daysUntilDue: number | null;
  automaticTax: boolean;
  testClock: string | null;
}): Stripe.Subscription {
  const id = newId('sub');
  return {
    id,
    object: 'subscription',
    ...unsetFields,
    automatic_tax: {
      disabled_reason: null,
      enabled: given.automaticTax,
      liability: given.automaticTax ? { type: 'self' } : null,
    },
    billing_cycle_anchor: given.anchor,
    billing_mode: { flexible: { proration_discounts: 'itemized' }, type: 'flexible' },
    billing_schedules: [],
    cancel_at_period_end: false,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
    collection_method: given.collectionMethod,
    created: given.now,
    currency: given.currency,
    customer: given.customer,
    days_until_due: given.daysUntilDue,
    default_tax_rates: [],
    discounts: [],
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
      issuer: { type: 'self' },
    },
    items: { object: 'list', data: [], has_more: false, url: `/v1/subscription_items?subscription=${id}` },
    livemode: false,
    metadata: {},
    payment_settings: { payment_method_options: null, payment_method_types: null, save_default_payment_method: 'off' },
    start_date: given.now,
    status: 'incomplete',
    test_clock: given.testClock,
    trial_settings: { end_behavior: { billing_cycle_anchor: null, missing_payment_method: 'create_invoice' } },
  };
}
