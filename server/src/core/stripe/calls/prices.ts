import type Stripe from 'stripe';
import type { StripeClient } from '../client.ts';
import { translated } from '../errors.ts';

const intervals: Readonly<Record<string, 'Day' | 'Month' | 'Year'>> = { day: 'Day', month: 'Month', year: 'Year' };

/** What a price costs for each unit and interval. Amounts are cents. */
export function readPriceTerms(
  price: Pick<Stripe.Price, 'unit_amount' | 'unit_amount_decimal' | 'currency' | 'recurring'>,
) {
  return {
    amount: price.unit_amount ?? Math.round(Number(price.unit_amount_decimal ?? 0)),
    currency: price.currency,
    interval: intervals[price.recurring?.interval ?? ''] ?? ('Month' as const),
    intervalCount: price.recurring?.interval_count ?? 1,
  };
}

/** Prices and products that the vendor's staff made at Stripe. */
export function priceCalls(client: StripeClient) {
  return {
    /** The terms and the product of a price. @throws NotFoundError */
    retrieve: (stripePriceId: string) =>
      translated(async () => {
        const price = await (await client()).prices.retrieve(stripePriceId);
        const stripeProductId = typeof price.product === 'string' ? price.product : price.product.id;
        return { stripeProductId, ...readPriceTerms(price) };
      }),
    /** The names of at most 100 products, by id. Deleted ones are missing. */
    listProductNames: (ids: readonly string[]): Promise<ReadonlyMap<string, string>> =>
      translated(async () => {
        const { data } = await (await client()).products.list({ ids: ids.slice(0, 100), limit: 100 });
        return new Map(data.map(({ id, name }) => [id, name]));
      }),
  };
}
