import type Stripe from 'stripe';
import { mergeMetadata } from '../endpoint.ts';
import { invalidRequest } from '../errors.ts';
import type { Work } from '../storage/work.ts';
import { billSubscription, fullPrice, needTaxLocation } from './billing.ts';
import { attachedMethod } from './card.ts';
import { checkMinimums, type GivenDiscount, redeem } from './discounts.ts';
import { type GivenItem, itemDiscounts, itemRates, pricesFor } from './items.ts';
import { type LineDraft, subscriptionLine } from './lines.ts';
import { fullAmount, prorated } from './money.ts';
import { cycleDate, DAY, type Period, periodAt } from './periods.ts';
import type { SubscriptionMemory } from './segments.ts';
import { buildItem, emptySubscription } from './subscription-shape.ts';
import { chosenRates } from './tax-rates.ts';

/** The values of a new subscription. Times in seconds. */
export interface NewSubscription {
  customer: Stripe.Customer;
  items: GivenItem[];
  /** The required currency of its prices. */
  currency?: string | undefined;
  discounts?: GivenDiscount[] | null | undefined;
  metadata?: Record<string, string | null> | null | undefined;
  defaultTaxRates?: string[] | null | undefined;
  automaticTax?: boolean | undefined;
  collectionMethod?: 'charge_automatically' | 'send_invoice' | undefined;
  daysUntilDue?: number | undefined;
  anchor?: number | undefined;
  trialEnd?: number | 'now' | undefined;
  trialDays?: number | undefined;
  prorationBehavior?: 'none' | 'create_prorations' | 'always_invoice' | undefined;
  defaultMethod?: string | undefined;
}

/** Starts a subscription and drafts its first invoice. Collects nothing and records no event of the subscription. */
export async function beginSubscription(
  work: Work,
  given: NewSubscription,
): Promise<{ subscription: Stripe.Subscription; invoice: Stripe.Invoice }> {
  const priced = await pricesFor(work, given.items);
  const currency = priced[0]?.price.currency ?? 'usd';
  checkCurrency(given, currency);
  const trialEnd = trialEndOf(work, given);
  const anchor = trialEnd ?? given.anchor ?? work.now;
  if (anchor < work.now)
    throw invalidRequest('billing_cycle_anchor cannot be in the past.', { param: 'billing_cycle_anchor' });
  const subscription = work.add(
    'subscription',
    emptySubscription({
      customer: given.customer.id,
      currency,
      now: work.now,
      anchor,
      collectionMethod: given.collectionMethod ?? 'charge_automatically',
      daysUntilDue: given.daysUntilDue ?? null,
      automaticTax: given.automaticTax ?? false,
      testClock: given.customer.test_clock as string | null,
    }),
    { billed: [] } satisfies SubscriptionMemory,
  );
  await applySettings(work, subscription, given);
  if (trialEnd !== null) {
    subscription.trial_start = work.now;
    subscription.trial_end = trialEnd;
    subscription.status = 'trialing';
  }
  if (given.discounts) {
    subscription.discounts = await redeem(work, given.discounts, {
      customer: given.customer.id,
      currency,
      subscription: subscription.id,
    });
  }
  const lines: LineDraft[] = [];
  for (const [index, { price, given: item }] of priced.entries()) {
    const period = firstPeriod(work.now, anchor, trialEnd, price);
    const built = await addItem(work, subscription, { price, period, given: item, path: `items[${index}]` });
    const line = await subscriptionLine(work, subscription.id, built, period, { trial: trialEnd !== null });
    if (trialEnd === null && anchor > work.now)
      line.amount = partialAmount(price, item.quantity ?? 1, anchor, work.now, given.prorationBehavior);
    lines.push(line);
  }
  await checkMinimums(work, subscription.discounts as string[], fullPrice(subscription), currency);
  const invoice = await billSubscription(work, subscription, lines, {
    reason: 'subscription_create',
    period: { start: work.now, end: work.now },
  });
  return { subscription, invoice };
}

/** Throws when the currency differs from the requested one or from that of the customer. */
function checkCurrency(given: NewSubscription, currency: string): void {
  if (given.currency !== undefined && given.currency !== currency) {
    throw invalidRequest(
      `The price specified only supports \`${currency}\`. This doesn't match the expected currency: \`${given.currency}\`.`,
      { param: 'items[0][price]' },
    );
  }
  const known = given.customer.currency ?? currency;
  if (known !== currency) {
    throw invalidRequest(
      `You cannot combine currencies on a single customer. This customer has an active subscription, subscription schedule, discount, quote, or invoice item with currency ${known}.`,
      { param: 'currency' },
    );
  }
}

/** Sets metadata, the default payment method and the default tax rates. */
async function applySettings(work: Work, subscription: Stripe.Subscription, given: NewSubscription): Promise<void> {
  subscription.metadata = mergeMetadata({}, given.metadata);
  if (given.defaultMethod !== undefined)
    subscription.default_payment_method = (
      await attachedMethod(work, given.defaultMethod, given.customer.id, 'default_payment_method')
    ).id;
  subscription.default_tax_rates = await chosenRates(work, given.defaultTaxRates ?? null, {
    param: 'default_tax_rates',
    automaticTax: subscription.automatic_tax.enabled,
  });
  await needTaxLocation(work, subscription);
}

async function addItem(
  work: Work,
  subscription: Stripe.Subscription,
  { price, period, given, path }: { price: Stripe.Price; period: Period; given: GivenItem; path: string },
): Promise<Stripe.SubscriptionItem> {
  const item = buildItem(subscription.id, price, given.quantity ?? 1, period, {
    now: work.now,
    metadata: mergeMetadata({}, given.metadata),
    discounts: [],
  });
  subscription.items.data.push(item);
  item.tax_rates = await itemRates(work, subscription, given, path);
  item.discounts = await itemDiscounts(work, subscription, item.id, given, path);
  return item;
}

function trialEndOf(work: Work, given: NewSubscription): number | null {
  if (given.trialEnd !== undefined && given.trialDays !== undefined) {
    throw invalidRequest('You may only specify one of these parameters: trial_end, trial_period_days.', {
      param: 'trial_end',
    });
  }
  if (given.trialDays !== undefined) return given.trialDays > 0 ? work.now + given.trialDays * DAY : null;
  if (given.trialEnd === undefined || given.trialEnd === 'now') return null;
  if (given.trialEnd <= work.now)
    throw invalidRequest('Invalid timestamp: must be an integer Unix timestamp in the future.', { param: 'trial_end' });
  if (given.trialEnd > work.now + 1826 * DAY)
    throw invalidRequest('The maximum trial period is 5 years.', { param: 'trial_end' });
  return given.trialEnd;
}

function firstPeriod(now: number, anchor: number, trialEnd: number | null, price: Stripe.Price): Period {
  if (trialEnd !== null) return { start: now, end: trialEnd };
  if (price.recurring === null || anchor > now) return { start: now, end: anchor };
  return periodAt(anchor, price.recurring, now);
}

/** The price of the time until a later billing anchor. */
function partialAmount(
  price: Stripe.Price,
  quantity: number,
  anchor: number,
  now: number,
  behavior: NewSubscription['prorationBehavior'],
): number {
  if (behavior === 'none' || price.recurring === null) return 0;
  const whole = { start: cycleDate(anchor, price.recurring, -1), end: anchor };
  return prorated(fullAmount(price, quantity), whole, now);
}
