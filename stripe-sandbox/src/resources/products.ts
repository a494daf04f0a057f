import { endpoint, listEndpoint, mergeMetadata } from '../endpoint.ts';
import { createPrice, priceData } from '../engine/price.ts';
import { addProduct } from '../engine/product.ts';
import { invalidRequest } from '../errors.ts';
import { clearable, flag, hash, list, metadata, needed, number, text, timeRange } from '../parameters.ts';

const fields = {
  active: flag(),
  description: clearable(text(40_000)),
  images: clearable(list(text(), 8)),
  marketing_features: clearable(list(hash({ name: needed(text(80)) }), 15)),
  metadata: metadata(),
  package_dimensions: clearable(
    hash({ height: needed(number()), length: needed(number()), weight: needed(number()), width: needed(number()) }),
  ),
  shippable: flag(),
  statement_descriptor: text(22),
  tax_code: clearable(text()),
  unit_label: clearable(text(12)),
  url: clearable(text(2048)),
};

export const productEndpoints = [
  endpoint(
    'POST /v1/products',
    {
      ...fields,
      default_price_data: hash({ ...priceData, metadata: metadata() }),
      id: text(),
      name: needed(text(250)),
    },
    async ({ work, parameters }) => {
      const { default_price_data: priceOfIt, ...given } = parameters;
      const product = await addProduct(work, given);
      if (priceOfIt !== undefined) {
        const price = await createPrice(work, { ...priceOfIt, product: product.id });
        product.default_price = price.id;
      }
      work.announce('product.created', product);
      return product;
    },
  ),

  endpoint('GET /v1/products/:product', {}, async ({ work, ids }) => work.get('product', ids.product ?? '')),

  endpoint(
    'POST /v1/products/:product',
    { ...fields, default_price: clearable(text()), name: text(250) },
    async ({ work, ids, parameters }) => {
      const product = await work.get('product', ids.product ?? '');
      const { metadata: changes, default_price, images, marketing_features, ...rest } = parameters;
      if (typeof default_price === 'string') {
        const price = await work.get('price', default_price, 'default_price');
        if (price.product !== product.id) {
          throw invalidRequest(`The price ${price.id} does not belong to the product ${product.id}.`, {
            param: 'default_price',
          });
        }
      }
      if (default_price !== undefined) product.default_price = default_price;
      if (images !== undefined) product.images = images ?? [];
      if (marketing_features !== undefined) product.marketing_features = marketing_features ?? [];
      Object.assign(product, rest);
      product.metadata = mergeMetadata(product.metadata, changes);
      product.updated = work.now;
      return product;
    },
  ),

  listEndpoint(
    '/v1/products',
    'product',
    { active: flag(), created: timeRange(), ids: list(text()), shippable: flag(), url: text() },
    ({ parameters }) => ({
      match: {
        active: parameters.active,
        shippable: parameters.shippable,
        url: parameters.url,
        id: parameters.ids,
      },
      times: { created: parameters.created },
    }),
  ),
];
