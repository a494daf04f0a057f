import type Stripe from 'stripe';
import { mergeMetadata } from '../endpoint.ts';
import { invalidRequest } from '../errors.ts';
import { idOf, newId } from '../ids.ts';
import { clearable, flag, hash, integer, list, metadata, needed, text, type Values } from '../parameters.ts';
import type { Work } from '../storage/work.ts';
import { discountList, redeem } from './discounts.ts';
import { fullAmount, refuseTooLarge } from './money.ts';
import { type Period, periodAt } from './periods.ts';
import { createPrice, priceData } from './price.ts';
import { buildItem, setPrice } from './subscription-shape.ts';
import { chosenRates, taxRateList } from './tax-rates.ts';

/** The parameters of one item. */
const itemFields = {
  discounts: clearable(discountList),
  metadata: metadata(),
  price: text(),
  price_data: hash({ ...priceData, product: needed(text()) }),
  quantity: integer(),
  tax_rates: clearable(taxRateList),
};

/** The items of a new subscription. */
export const newItems = list(hash(itemFields), 20);

const changedItem = hash({ ...itemFields, clear_usage: flag(), deleted: flag(), id: text() });
/** The items of a change: existing ones by id; others are added. */
export const changedItems = list(changedItem, 20);

export type GivenItem = Values<{ item: typeof changedItem }>['item'] & object;

/** The price of an item. Throws for one-time, inactive or unknown prices. */
async function priceOf(work: Work, given: GivenItem, path: string): Promise<Stripe.Price | null> {
  if (given.price_data !== undefined) {
    if (given.price_data.recurring === undefined) {
      throw invalidRequest(`Missing required param: ${path}[price_data][recurring].`, {
        code: 'parameter_missing',
        param: `${path}[price_data][recurring]`,
      });
    }
    return createPrice(work, given.price_data);
  }
  if (given.price === undefined) return null;
  const price = await work.get('price', given.price, `${path}[price]`);
  if (price.recurring === null) {
    throw invalidRequest(
      'The price specified is set to `type=one_time` but this field only accepts prices with `type=recurring`.',
      { param: `${path}[price]` },
    );
  }
  if (!price.active) {
    throw invalidRequest('The price specified is inactive. This field only accepts active prices.', {
      param: `${path}[price]`,
    });
  }
  return price;
}

/** The price of each new item. Requires at least one item, one currency, and no duplicate price. */
export async function pricesFor(work: Work, given: GivenItem[]): Promise<{ price: Stripe.Price; given: GivenItem }[]> {
  const priced: { price: Stripe.Price; given: GivenItem }[] = [];
  for (const [index, item] of given.entries()) {
    const path = `items[${index}]`;
    const price = await priceOf(work, item, path);
    if (price === null)
      throw invalidRequest(`Missing required param: ${path}[price].`, {
        code: 'parameter_missing',
        param: `${path}[price]`,
      });
    priced.push({ price, given: item });
  }
  if (priced.length === 0)
    throw invalidRequest('Missing required param: items.', { code: 'parameter_missing', param: 'items' });
  refuseMixtures(priced.map(({ price }) => price));
  refuseTooMany(priced.map(({ price, given: { quantity } }) => ({ price, quantity })));
  return priced;
}

function refuseMixtures(prices: Stripe.Price[]): void {
  const currencies = new Set(prices.map(({ currency }) => currency));
  if (currencies.size > 1) {
    throw invalidRequest(
      'Currency and interval fields must match across all plans on this subscription. Found mismatch in currency field.',
      { param: 'items' },
    );
  }
  const ids = prices.map(({ id }) => id);
  const twice = ids.find((id, index) => ids.indexOf(id) !== index);
  if (twice !== undefined) {
    throw invalidRequest(`Cannot add multiple subscription items with the same price: ${twice}`, { param: 'items' });
  }
}

export interface ItemChanges {
  /** The previous state of items that are removed or will be billed differently. */
  credited: Stripe.SubscriptionItem[];
  /** The current state of items that are new or will be billed differently. */
  charged: Stripe.SubscriptionItem[];
  /** True when a remaining item gets another billing interval. */
  changesInterval: boolean;
}

/** Applies changes to the items of a subscription and keeps their periods. Returns the items that need a proration. */
export async function changeItems(
  work: Work,
  subscription: Stripe.Subscription,
  given: GivenItem[],
  period: Period,
): Promise<ItemChanges> {
  const items = subscription.items.data;
  const changes: ItemChanges = { credited: [], charged: [], changesInterval: false };
  for (const [index, change] of given.entries()) {
    const path = `items[${index}]`;
    if (change.id === undefined) {
      const item = await addedItem(work, subscription, change, path, period);
      items.push(item);
      changes.charged.push(item);
      continue;
    }
    const item = items.find(({ id }) => id === change.id);
    if (item === undefined) {
      throw invalidRequest(`No such subscription item: '${change.id}'`, {
        code: 'resource_missing',
        param: `${path}[id]`,
      });
    }
    const before = structuredClone(item);
    if (change.deleted) {
      items.splice(items.indexOf(item), 1);
      changes.credited.push(before);
      continue;
    }
    const price = await priceOf(work, change, path);
    if (price !== null && price.id !== item.price.id) setPrice(item, price);
    if (change.quantity !== undefined) item.quantity = change.quantity;
    if (change.discounts !== undefined) item.discounts = await itemDiscounts(work, subscription, item.id, change, path);
    if (change.tax_rates !== undefined) item.tax_rates = await itemRates(work, subscription, change, path);
    item.metadata = mergeMetadata(item.metadata, change.metadata);
    if (item.price.id !== before.price.id || item.quantity !== before.quantity) {
      changes.credited.push(before);
      changes.charged.push(item);
      changes.changesInterval ||= !isSameRhythm(before.price, item.price);
    }
  }
  if (items.length === 0) {
    throw invalidRequest(
      'A subscription must have at least one active item. In order to cancel it, use the cancel endpoint instead.',
      { param: 'items' },
    );
  }
  if (items.length > 20) throw invalidRequest('A subscription can have at most 20 items.', { param: 'items' });
  refuseMixtures(items.map(({ price }) => price));
  refuseTooMany(items);
  return changes;
}

/** Throws for items whose price for one period is above the largest amount. */
function refuseTooMany(items: { price: Stripe.Price; quantity?: number | undefined }[]): void {
  const total = items.reduce((sum, { price, quantity }) => sum + fullAmount(price, quantity ?? 1), 0);
  const [first] = items;
  if (first !== undefined) refuseTooLarge(total, first.price.currency);
}

function isSameRhythm(one: Stripe.Price, other: Stripe.Price): boolean {
  return (
    one.recurring?.interval === other.recurring?.interval &&
    one.recurring?.interval_count === other.recurring?.interval_count
  );
}

async function addedItem(
  work: Work,
  subscription: Stripe.Subscription,
  given: GivenItem,
  path: string,
  period: Period,
): Promise<Stripe.SubscriptionItem> {
  if (given.deleted)
    throw invalidRequest(`Missing required param: ${path}[id].`, { code: 'parameter_missing', param: `${path}[id]` });
  const price = await priceOf(work, given, path);
  if (price === null)
    throw invalidRequest(`Missing required param: ${path}[price].`, {
      code: 'parameter_missing',
      param: `${path}[price]`,
    });
  const id = newId('si', 14);
  const [sibling] = subscription.items.data;
  const own =
    sibling !== undefined && isSameRhythm(sibling.price, price)
      ? { start: sibling.current_period_start, end: sibling.current_period_end }
      : subscription.status === 'trialing' || price.recurring === null
        ? period
        : periodAt(subscription.billing_cycle_anchor, price.recurring, work.now);
  const item = buildItem(subscription.id, price, given.quantity ?? 1, own, {
    id,
    now: work.now,
    metadata: mergeMetadata({}, given.metadata),
    discounts: given.discounts ? await itemDiscounts(work, subscription, id, given, path) : [],
  });
  item.tax_rates = await itemRates(work, subscription, given, path);
  return item;
}

/** The tax rates in a call's parameters for one item. */
export function itemRates(
  work: Work,
  subscription: Stripe.Subscription,
  given: GivenItem,
  path: string,
): Promise<Stripe.TaxRate[]> {
  return chosenRates(work, given.tax_rates ?? null, {
    param: `${path}[tax_rates]`,
    automaticTax: subscription.automatic_tax.enabled,
  });
}

/** The discounts of one item after a change. */
export async function itemDiscounts(
  work: Work,
  subscription: Stripe.Subscription,
  itemId: string,
  given: GivenItem,
  path: string,
): Promise<string[]> {
  if (!given.discounts) return [];
  const owner = {
    customer: idOf(subscription.customer),
    currency: subscription.currency,
    subscription: subscription.id,
    subscriptionItem: itemId,
  };
  return redeem(work, given.discounts, owner, `${path}[discounts]`);
}
