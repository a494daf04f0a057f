import type { SoldPrice } from '../../catalog/index.ts';
import { readPriceTerms, type StripeSubscription } from '../../core/stripe/index.ts';
import type { SubscriptionRow } from './subscriptions.queries.ts';

type StripeItem = StripeSubscription['items']['data'][number];

/** The plan that a subscription had before. */
export type HeldPlan = Pick<SubscriptionRow, 'items' | 'pricePlanId'>;

/** An item of a subscription at Stripe, and what its price means in the catalog. */
export interface ExplainedItem {
  readonly item: StripeItem;
  /** The catalog's price with the terms of the price at Stripe; undefined if nothing explains it. */
  readonly price: SoldPrice | undefined;
  /** Whether the catalog has exactly this price at Stripe. */
  readonly isKnown: boolean;
}

export function stripeId(value: string | { id: string }): string {
  return typeof value === 'string' ? value : value.id;
}

/** The id of an item's product at Stripe. */
export function productOf({ price }: StripeItem): string {
  return price.product ? stripeId(price.product) : '';
}

/**
 * Explains the prices of a subscription (SUB-14). A price that the catalog does not have, such as a negotiated one, means what the other prices of its
 * Stripe product mean. Without such a product, the subscription keeps the plan that it had. The terms are always Stripe's.
 * @param sold every Stripe price that the catalog explains
 */
export function explainItems(
  { items }: Pick<StripeSubscription, 'items'>,
  sold: ReadonlyMap<string, SoldPrice>,
  held: HeldPlan | undefined,
): ExplainedItem[] {
  const explained = items.data.map((item): ExplainedItem => {
    const known = sold.get(item.price.id);
    return known ? { item, price: known, isKnown: true } : { item, price: findByProduct(item, sold), isKnown: false };
  });
  if (!held || explained.some(({ price }) => price?.plan)) return explained;
  const main = held.items.find(({ kind }) => kind === 'base') ?? held.items.find(({ kind }) => kind === 'additional');
  const former = [...sold.values()].find(({ priceId }) => priceId === (main?.priceId ?? held.pricePlanId));
  const unexplained = explained.filter(({ price }) => !price);
  const replaced = unexplained.find(({ item }) => item.id === main?.stripeItemId) ?? unexplained[0];
  if (!former || !replaced) return explained;
  return explained.map((one) => (one === replaced ? { ...one, price: withTerms(former, one.item) } : one));
}

/** The price of the same Stripe product, if possible with the same interval and still sold. */
function findByProduct(item: StripeItem, sold: ReadonlyMap<string, SoldPrice>): SoldPrice | undefined {
  const id = productOf(item);
  if (id === '') return undefined;
  const { interval, intervalCount } = readPriceTerms(item.price);
  const closeness = (price: SoldPrice) =>
    Number(price.interval === interval && price.intervalCount === intervalCount) * 2 + Number(price.current);
  const [closest] = [...sold.values()]
    .filter(({ stripeProductId }) => stripeProductId === id)
    .sort((a, b) => closeness(b) - closeness(a));
  return closest && withTerms(closest, item);
}

function withTerms(price: SoldPrice, item: StripeItem): SoldPrice {
  return { ...price, ...readPriceTerms(item.price), stripePriceId: item.price.id, current: false };
}
