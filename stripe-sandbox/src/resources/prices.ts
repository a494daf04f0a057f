import type Stripe from 'stripe';
import { endpoint, listEndpoint, mergeMetadata } from '../endpoint.ts';
import { createPrice, interval, newPrice, taxBehavior, transferLookupKey } from '../engine/price.ts';
import { invalidRequest } from '../errors.ts';
import { idOf } from '../ids.ts';
import { clearable, currency, flag, hash, list, metadata, oneOf, text, timeRange } from '../parameters.ts';
import type { Work } from '../storage/work.ts';

export const priceEndpoints = [
  endpoint('POST /v1/prices', newPrice, async ({ work, parameters }) => createPrice(work, parameters)),

  endpoint('GET /v1/prices/:price', {}, async ({ work, ids }) => work.get('price', ids.price ?? '')),

  endpoint(
    'POST /v1/prices/:price',
    {
      active: flag(),
      lookup_key: clearable(text(200)),
      metadata: metadata(),
      nickname: clearable(text()),
      tax_behavior: taxBehavior,
      transfer_lookup_key: flag(),
    },
    async ({ work, ids, parameters }) => {
      const price = await work.get('price', ids.price ?? '');
      if (typeof parameters.lookup_key === 'string') {
        await transferLookupKey(work, parameters.lookup_key, parameters.transfer_lookup_key ?? false, price.id);
      }
      if (parameters.lookup_key !== undefined) price.lookup_key = parameters.lookup_key;
      if (parameters.nickname !== undefined) price.nickname = parameters.nickname;
      if (parameters.active !== undefined) {
        if (!parameters.active && (await isDefault(work, price))) {
          throw invalidRequest('This price cannot be archived because it is the default price of its product.');
        }
        price.active = parameters.active;
      }
      if (parameters.tax_behavior !== undefined && parameters.tax_behavior !== price.tax_behavior) {
        if (price.tax_behavior !== 'unspecified') {
          throw invalidRequest('You cannot change `tax_behavior` on a price once it has been set.', {
            param: 'tax_behavior',
          });
        }
        price.tax_behavior = parameters.tax_behavior;
      }
      price.metadata = mergeMetadata(price.metadata, parameters.metadata);
      return price;
    },
  ),

  listEndpoint(
    '/v1/prices',
    'price',
    {
      active: flag(),
      created: timeRange(),
      currency: currency(),
      lookup_keys: list(text(), 10),
      product: text(),
      recurring: hash({ interval, usage_type: oneOf('licensed', 'metered') }),
      type: oneOf('one_time', 'recurring'),
    },
    ({ parameters }) => ({
      match: {
        active: parameters.active,
        currency: parameters.currency,
        type: parameters.type,
        lookup_key: parameters.lookup_keys,
      },
      within: { recurring: { interval: parameters.recurring?.interval } },
      related: [parameters.product],
      times: { created: parameters.created },
    }),
  ),
];

async function isDefault(work: Work, price: Stripe.Price): Promise<boolean> {
  const product = await work.find('product', idOf(price.product) ?? '');
  return product?.default_price === price.id;
}
