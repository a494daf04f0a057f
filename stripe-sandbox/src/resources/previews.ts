import type Stripe from 'stripe';
import { endpoint } from '../endpoint.ts';
import { billSubscription } from '../engine/billing.ts';
import { billPending } from '../engine/change.ts';
import { customerAtItsTime } from '../engine/customer-time.ts';
import { discountList, redeem } from '../engine/discounts.ts';
import { draftInvoice, type InvoiceMemory, pendingItems, requireChargeable, retotal } from '../engine/invoicing.ts';
import { changedItems } from '../engine/items.ts';
import { subscriptionLine } from '../engine/lines.ts';
import { oneTimePriceData } from '../engine/price.ts';
import { creditItem } from '../engine/proration.ts';
import { followingPeriod, renew } from '../engine/renewal.ts';
import { nextPeriodEnd } from '../engine/schedule.ts';
import { endDuePhase } from '../engine/subscription-phases.ts';
import { ApiError, invalidRequest } from '../errors.ts';
import { idOf, newId } from '../ids.ts';
import {
  address,
  clearable,
  currency,
  decimal,
  flag,
  hash,
  integer,
  list,
  metadata,
  needed,
  oneOf,
  text,
  timeOr,
  type Values,
} from '../parameters.ts';
import type { Work } from '../storage/work.ts';
import { postalAddress, shippingAddress } from './address.ts';
import { automaticTax, itemPeriod, signedAmount } from './billing-parameters.ts';
import { newCustomer } from './customers.ts';
import { addInvoiceItem } from './invoice-items.ts';
import { change, create, subscriptionAtItsTime } from './subscriptions.ts';

const subscriptionDetails = hash({
  billing_cycle_anchor: hash({ timestamp: integer(), type: needed(oneOf('now', 'timestamp', 'unchanged')) }),
  billing_mode: hash({ flexible: hash({ proration_discounts: oneOf('itemized') }), type: needed(oneOf('flexible')) }),
  cancel_at: clearable(timeOr('min_period_end', 'max_period_end')),
  cancel_at_period_end: flag(),
  cancel_now: flag(),
  items: changedItems,
  metadata: metadata(),
  proration_behavior: oneOf('always_invoice', 'create_prorations', 'none'),
  proration_date: integer(),
  trial_end: timeOr('now'),
});

const parameters = {
  automatic_tax: automaticTax,
  currency: currency(),
  customer: text(),
  customer_details: hash({
    address: clearable(address()),
    shipping: clearable(hash({ address: needed(address()), name: needed(text()), phone: text() })),
    tax: hash({ ip_address: clearable(text()) }),
    tax_exempt: clearable(oneOf('exempt', 'none', 'reverse')),
    tax_ids: list(hash({ type: needed(text()), value: needed(text()) })),
  }),
  discounts: clearable(discountList),
  invoice_items: list(
    hash({
      amount: signedAmount,
      currency: currency(),
      description: text(),
      discountable: flag(),
      discounts: clearable(discountList),
      metadata: metadata(),
      period: itemPeriod,
      price: text(),
      price_data: hash({ ...oneTimePriceData, product: needed(text()) }),
      quantity: integer(),
      unit_amount_decimal: decimal(),
    }),
    250,
  ),
  preview_mode: oneOf('next', 'recurring'),
  schedule: text(),
  subscription: text(),
  subscription_details: subscriptionDetails,
};

type Given = Values<typeof parameters>;

function nothingUpcoming(customerId: string): ApiError {
  return new ApiError(404, {
    type: 'invalid_request_error',
    code: 'invoice_upcoming_none',
    message: `No upcoming invoices for customer: '${customerId}'`,
  });
}

/** The subscription of a preview, which the call names itself or by its schedule. */
async function previewedSubscription(work: Work, given: Given): Promise<Stripe.Subscription | null> {
  if (given.schedule === undefined) {
    return given.subscription === undefined ? null : subscriptionAtItsTime(work, given.subscription, 'subscription');
  }
  if (given.subscription !== undefined || given.subscription_details !== undefined) {
    throw invalidRequest('`schedule` cannot be used with `subscription` or `subscription_details`.', {
      param: 'schedule',
    });
  }
  const { subscription, customer } = await work.get('subscription_schedule', given.schedule, 'schedule');
  if (subscription === null) throw nothingUpcoming(idOf(customer));
  return subscriptionAtItsTime(work, idOf(subscription), 'schedule');
}

/** The customer of a preview, with the call's changes. These are rolled back with the preview. */
async function previewedCustomer(work: Work, given: Given, known: string | undefined): Promise<Stripe.Customer> {
  const id = known ?? given.customer;
  const customer =
    id === undefined ? work.add('customer', newCustomer(work.now)) : await customerAtItsTime(work, id, 'customer');
  if (given.customer !== undefined && given.customer !== customer.id) {
    throw invalidRequest(`The subscription does not belong to the customer ${given.customer}.`, { param: 'customer' });
  }
  const details = given.customer_details;
  if (details?.address !== undefined) customer.address = postalAddress(details.address);
  if (details?.shipping !== undefined) customer.shipping = details.shipping && shippingAddress(details.shipping);
  if (details?.tax_exempt !== undefined) customer.tax_exempt = details.tax_exempt ?? 'none';
  return customer;
}

/** The first invoice of a new subscription, or its recurring invoice. */
async function previewNew(work: Work, given: Given, customer: Stripe.Customer): Promise<Stripe.Invoice> {
  const details = given.subscription_details ?? {};
  const { subscription, invoice } = await create(work, {
    customer: customer.id,
    items: details.items ?? [],
    currency: given.currency,
    discounts: given.discounts,
    automatic_tax: given.automatic_tax,
    proration_behavior: details.proration_behavior,
    trial_end: details.trial_end,
    metadata: details.metadata,
    billing_cycle_anchor: details.billing_cycle_anchor?.timestamp,
  });
  return given.preview_mode === 'recurring' ? recurring(work, subscription) : invoice;
}

/** The next invoice of a subscription, after the call's changes. */
async function previewChange(work: Work, given: Given, subscription: Stripe.Subscription): Promise<Stripe.Invoice> {
  const {
    items,
    proration_behavior,
    proration_date,
    trial_end,
    cancel_now,
    cancel_at,
    cancel_at_period_end,
    billing_cycle_anchor,
  } = given.subscription_details ?? {};
  if (given.automatic_tax !== undefined) subscription.automatic_tax.enabled = given.automatic_tax.enabled;
  if (subscription.ended_at !== null) throw nothingUpcoming(idOf(subscription.customer));
  if (cancel_now) {
    for (const item of subscription.items.data) await creditItem(work, subscription, item, proration_date ?? work.now);
    const invoice = await billPending(work, subscription, proration_date);
    if (invoice === null) throw nothingUpcoming(idOf(subscription.customer));
    return invoice;
  }
  const now = await change(work, subscription, {
    items,
    proration_behavior,
    proration_date,
    trial_end,
    cancel_at,
    cancel_at_period_end,
    ...(given.discounts === undefined ? {} : { discounts: given.discounts }),
    ...(billing_cycle_anchor?.type === 'now' ? { billing_cycle_anchor: { type: 'now' as const } } : {}),
  });
  const mayReachPhase = items === undefined && now === null && !('trial_end' in (given.subscription_details ?? {}));
  if (given.preview_mode === 'recurring') {
    if (mayReachPhase) await reachRenewal(work, subscription, given);
    return recurring(work, subscription);
  }
  if (now !== null) return now;
  if (subscription.cancel_at !== null && subscription.cancel_at <= nextPeriodEnd(subscription)) {
    const last = await billPending(work, subscription);
    if (last === null) throw nothingUpcoming(idOf(subscription.customer));
    return last;
  }
  // Discounts are evaluated at the end of the period, when some may have ended.
  if (mayReachPhase) await reachRenewal(work, subscription, given);
  else work.now = Math.max(work.now, nextPeriodEnd(subscription));
  return renew(work, subscription);
}

/**
 * Moves the work to the end of the period, and the subscription into the phase that begins by then. Assumed: Stripe
 * previews a subscription in its next phase, unless the call changes its items.
 */
async function reachRenewal(work: Work, subscription: Stripe.Subscription, given: Given): Promise<void> {
  const { discounts } = subscription;
  work.now = Math.max(work.now, nextPeriodEnd(subscription));
  await endDuePhase(work, subscription);
  // The call's own discounts apply to the preview, whatever the phase contains.
  if (given.discounts !== undefined) subscription.discounts = discounts;
}

/** The recurring invoice of a whole period: without prorations, one-time items and one-time discounts. */
async function recurring(work: Work, subscription: Stripe.Subscription): Promise<Stripe.Invoice> {
  const lines = [];
  for (const item of subscription.items.data)
    lines.push(await subscriptionLine(work, subscription.id, item, followingPeriod(subscription, item)));
  const pending = await pendingItems(work, idOf(subscription.customer), subscription.currency, subscription.id);
  for (const item of pending) work.remove(item.id);
  const period = { start: lines[0]?.period.start ?? work.now, end: lines[0]?.period.end ?? work.now };
  const invoice = await billSubscription(work, subscription, lines, { reason: 'upcoming', period });
  const memory = work.internal<InvoiceMemory>(invoice.id);
  memory.discountsAt = period.start;
  memory.withoutOnce = true;
  await retotal(work, invoice);
  return invoice;
}

/** An invoice of a customer's pending items and of items from the call. */
async function previewItems(work: Work, given: Given, customer: Stripe.Customer): Promise<Stripe.Invoice> {
  const currency = given.currency ?? customer.currency ?? 'usd';
  const items = await pendingItems(work, customer.id, currency, null);
  if (items.length === 0) throw nothingUpcoming(customer.id);
  return draftInvoice(
    work,
    {
      customer,
      subscription: null,
      currency,
      billingReason: 'upcoming',
      collectionMethod: 'charge_automatically',
      autoAdvance: false,
      automaticTax: given.automatic_tax?.enabled ?? false,
      now: work.now,
      periodStart: work.now,
      periodEnd: work.now,
      discounts: await redeem(work, given.discounts ?? [], { customer: customer.id, currency }),
      testClock: idOf(customer.test_clock),
    },
    [],
    items,
  );
}

export const previewEndpoints = [
  endpoint('POST /v1/invoices/create_preview', parameters, async ({ work, parameters: given }) => {
    // The changes are performed and rolled back, so that the preview equals the later invoice.
    work.isPreview = true;
    const subscription = await previewedSubscription(work, given);
    const customer = await previewedCustomer(
      work,
      given,
      subscription === null ? undefined : idOf(subscription.customer),
    );
    for (const [index, item] of (given.invoice_items ?? []).entries()) {
      await addInvoiceItem(work, { ...item, customer: customer.id }, `invoice_items[${index}]`);
    }
    let invoice: Stripe.Invoice;
    if (subscription !== null) invoice = await previewChange(work, given, subscription);
    else if (given.subscription_details?.items !== undefined) invoice = await previewNew(work, given, customer);
    else invoice = await previewItems(work, given, customer);
    requireChargeable(invoice);
    return asPreview(invoice, given.customer !== undefined || subscription !== null, subscription === null);
  }),
];

/** Gives a preview ids of its own and removes references to objects that are rolled back. */
function asPreview(invoice: Stripe.Invoice, hasCustomer: boolean, isNew: boolean): Stripe.Invoice {
  const preview = structuredClone(invoice);
  preview.id = newId('upcoming_in');
  preview.auto_advance = false;
  preview.lines.url = `/v1/invoices/${preview.id}/lines`;
  for (const line of preview.lines.data) {
    line.id = newId('il_tmp');
    line.invoice = preview.id;
    if (!isNew) continue;
    line.subscription = null;
    if (line.parent?.subscription_item_details) line.parent.subscription_item_details.subscription = null;
  }
  if (isNew) preview.parent = null;
  if (!hasCustomer) preview.customer = null;
  return preview;
}
