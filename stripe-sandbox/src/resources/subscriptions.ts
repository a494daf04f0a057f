import type Stripe from 'stripe';
import { endpoint, listEndpoint } from '../endpoint.ts';
import { fullPrice } from '../engine/billing.ts';
import { endSubscription } from '../engine/cancellation.ts';
import { billPending, changeBilling } from '../engine/change.ts';
import { customerAtItsTime, useCustomerTime } from '../engine/customer-time.ts';
import { checkMinimums, redeem } from '../engine/discounts.ts';
import { collectChange, startCollection } from '../engine/payment-behavior.ts';
import { creditItem } from '../engine/proration.ts';
import { schedule } from '../engine/schedule.ts';
import type { SubscriptionMemory } from '../engine/segments.ts';
import { beginSubscription } from '../engine/start.ts';
import { followDirectChange } from '../engine/subscription-schedule.ts';
import { NOT_CANCELED } from '../engine/subscription-shape.ts';
import { invalidRequest } from '../errors.ts';
import { idOf } from '../ids.ts';
import { flag, hash, needed, oneOf, text, timeRange, type Values } from '../parameters.ts';
import type { Work } from '../storage/work.ts';
import { collectionMethod } from './billing-parameters.ts';
import { addInvoiceItem } from './invoice-items.ts';
import { cancellationDetails, createParameters, updateParameters } from './subscription-parameters.ts';
import { applySettings, applyTaxSettings, type Settings } from './subscription-settings.ts';

async function addOneTimeItems(
  work: Work,
  subscription: Stripe.Subscription,
  given: Settings['add_invoice_items'],
): Promise<void> {
  for (const [index, item] of (given ?? []).entries()) {
    await addInvoiceItem(
      work,
      { ...item, customer: idOf(subscription.customer), subscription: subscription.id },
      `add_invoice_items[${index}]`,
    );
  }
}

/** Creates a subscription and drafts its first invoice, for the call and its preview. */
export async function create(work: Work, given: Values<typeof createParameters>) {
  const customer = await customerAtItsTime(work, given.customer, 'customer');
  for (const [index, item] of (given.add_invoice_items ?? []).entries()) {
    await addInvoiceItem(work, { ...item, customer: customer.id }, `add_invoice_items[${index}]`);
  }
  const started = await beginSubscription(work, {
    customer,
    items: given.items,
    currency: given.currency,
    discounts: given.discounts,
    automaticTax: given.automatic_tax?.enabled,
    collectionMethod: given.collection_method,
    daysUntilDue: given.days_until_due,
    anchor: given.billing_cycle_anchor,
    trialEnd: given.trial_end,
    trialDays: given.trial_period_days,
    prorationBehavior: given.proration_behavior,
    defaultMethod: given.default_payment_method,
    metadata: given.metadata,
    defaultTaxRates: given.default_tax_rates,
  });
  const {
    metadata: _metadata,
    default_tax_rates: _rates,
    automatic_tax: _tax,
    items: _items,
    billing_cycle_anchor: _anchor,
    ...settings
  } = given;
  await applySettings(work, started.subscription, settings);
  return started;
}

/** Changes a subscription and drafts its invoice if one is due, for the call and its preview. */
export async function change(
  work: Work,
  subscription: Stripe.Subscription,
  given: Values<typeof updateParameters>,
): Promise<Stripe.Invoice | null> {
  const { items, billing_cycle_anchor: anchor, automatic_tax: _tax, default_tax_rates: _rates, ...settings } = given;
  await applyTaxSettings(work, subscription, given);
  if (given.discounts !== undefined) {
    const before = subscription.discounts.map((discount) => idOf(discount));
    subscription.discounts = await redeem(work, given.discounts ?? [], {
      customer: idOf(subscription.customer),
      currency: subscription.currency,
      subscription: subscription.id,
    });
    for (const id of before) {
      if (!subscription.discounts.includes(id))
        work.announce('customer.discount.deleted', await work.get('discount', id));
    }
  }
  const granted = given.discounts === undefined ? [] : subscription.discounts.map((discount) => idOf(discount));
  await addOneTimeItems(work, subscription, given.add_invoice_items);
  const invoice = await changeBilling(work, subscription, {
    items,
    prorationBehavior: given.proration_behavior ?? 'create_prorations',
    prorationDate: given.proration_date,
    trialEnd: given.trial_end,
    resetAnchor: anchor?.type === 'now',
  });
  await checkMinimums(work, granted, fullPrice(subscription), subscription.currency);
  await applySettings(work, subscription, settings);
  if (invoice === null && given.add_invoice_items !== undefined) return billPending(work, subscription);
  return invoice;
}

/** Loads a subscription and switches the work to its customer's time. */
export async function subscriptionAtItsTime(work: Work, id: string, param?: string): Promise<Stripe.Subscription> {
  const subscription = await work.get('subscription', id, param);
  await useCustomerTime(work, subscription.customer);
  return subscription;
}

function refuseEnded(subscription: Stripe.Subscription, given: object): void {
  const changes = Object.keys(given).filter((name) => name !== 'metadata' && name !== 'cancellation_details');
  if (subscription.ended_at !== null && changes.length > 0) {
    throw invalidRequest('A canceled subscription can only update its cancellation_details and metadata.', {
      param: changes[0] ?? '',
    });
  }
  if (
    subscription.status === 'incomplete' &&
    changes.some((name) => name === 'items' || name === 'trial_end' || name === 'billing_cycle_anchor')
  ) {
    throw invalidRequest('This subscription is incomplete: it can be changed once its first invoice is paid.', {
      param: changes[0] ?? '',
    });
  }
}

/** Changes a live subscription and collects the invoice as the caller requested. */
async function update(
  work: Work,
  subscription: Stripe.Subscription,
  given: Values<typeof updateParameters>,
): Promise<void> {
  refuseEnded(subscription, given);
  const before = {
    data: structuredClone(subscription),
    memory: structuredClone(work.internal<SubscriptionMemory>(subscription.id)),
  };
  const invoice = await change(work, subscription, given);
  if (invoice !== null) {
    await collectChange(work, subscription, invoice, given.payment_behavior ?? 'allow_incomplete', before);
  }
  await followDirectChange(work, subscription);
  if (subscription.ended_at === null) schedule(work, subscription);
}

export const subscriptionEndpoints = [
  endpoint('POST /v1/subscriptions', createParameters, async ({ work, parameters }) => {
    if (parameters.payment_behavior === 'pending_if_incomplete') {
      throw invalidRequest(
        '`payment_behavior=pending_if_incomplete` can only be used when a subscription is updated.',
        { param: 'payment_behavior' },
      );
    }
    const { subscription, invoice } = await create(work, parameters);
    await startCollection(work, subscription, invoice, parameters.payment_behavior ?? 'allow_incomplete');
    return subscription;
  }),

  endpoint('GET /v1/subscriptions/:subscription', {}, async ({ work, ids }) =>
    work.get('subscription', ids.subscription ?? ''),
  ),

  endpoint('POST /v1/subscriptions/:subscription', updateParameters, async ({ work, ids, parameters }) => {
    const subscription = await subscriptionAtItsTime(work, ids.subscription ?? '');
    await update(work, subscription, parameters);
    return subscription;
  }),

  endpoint(
    'DELETE /v1/subscriptions/:subscription',
    { cancellation_details: cancellationDetails, invoice_now: flag(), prorate: flag() },
    async ({ work, ids, parameters }) => {
      const subscription = await subscriptionAtItsTime(work, ids.subscription ?? '');
      if (subscription.ended_at !== null)
        throw invalidRequest(`No such subscription: '${subscription.id}'`, { code: 'resource_missing', param: 'id' });
      if (subscription.cancellation_details !== null)
        Object.assign(subscription.cancellation_details, parameters.cancellation_details);
      if (parameters.prorate)
        for (const item of subscription.items.data) await creditItem(work, subscription, item, work.now);
      const invoice = parameters.invoice_now ? await billPending(work, subscription) : null;
      await endSubscription(work, subscription, 'cancellation_requested');
      if (invoice !== null) {
        const before = {
          data: structuredClone(subscription),
          memory: structuredClone(work.internal<SubscriptionMemory>(subscription.id)),
        };
        await collectChange(work, subscription, invoice, 'allow_incomplete', before);
      }
      return subscription;
    },
  ),

  listEndpoint(
    '/v1/subscriptions',
    'subscription',
    {
      automatic_tax: hash({ enabled: needed(flag()) }),
      collection_method: collectionMethod,
      created: timeRange(),
      current_period_end: timeRange(),
      current_period_start: timeRange(),
      customer: text(),
      plan: text(),
      price: text(),
      status: oneOf(...NOT_CANCELED, 'canceled', 'ended', 'all'),
      test_clock: text(),
    },
    async ({ work, parameters }) => {
      if (parameters.customer !== undefined) await work.get('customer', parameters.customer, 'customer');
      return {
        customer: parameters.customer,
        related: [parameters.price, parameters.plan],
        testClock: parameters.test_clock,
        match: { status: statuses(parameters.status), collection_method: parameters.collection_method },
        within: { automatic_tax: { enabled: parameters.automatic_tax?.enabled.toString() } },
        times: {
          created: parameters.created,
          'items.data.0.current_period_end': parameters.current_period_end,
          'items.data.0.current_period_start': parameters.current_period_start,
        },
      };
    },
  ),
];

function statuses(wanted: string | undefined): string | readonly string[] | undefined {
  if (wanted === 'all') return undefined;
  if (wanted === 'ended') return ['canceled', 'incomplete_expired'];
  return wanted ?? NOT_CANCELED;
}
