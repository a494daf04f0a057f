import type Stripe from 'stripe';
import { endpoint, listEndpoint, mergeMetadata } from '../endpoint.ts';
import { ApiError, invalidRequest } from '../errors.ts';
import { newId } from '../ids.ts';
import { clearable, flag, hash, list, metadata, needed, number, text, timeRange } from '../parameters.ts';
import { createPrice, priceData } from './prices.ts';

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
      if (parameters.id !== undefined && (await work.find('product', parameters.id)) !== undefined) {
        throw new ApiError(400, {
          type: 'invalid_request_error',
          code: 'resource_already_exists',
          message: 'Product already exists.',
          param: 'id',
        });
      }
      const product: Stripe.Product = work.add('product', {
        id: parameters.id ?? newId('prod', 14),
        object: 'product',
        active: parameters.active ?? true,
        created: work.now,
        default_price: null,
        description: parameters.description ?? null,
        images: parameters.images ?? [],
        livemode: false,
        marketing_features: parameters.marketing_features ?? [],
        metadata: mergeMetadata({}, parameters.metadata),
        name: parameters.name,
        package_dimensions: parameters.package_dimensions ?? null,
        shippable: parameters.shippable ?? null,
        statement_descriptor: parameters.statement_descriptor ?? null,
        tax_code: parameters.tax_code ?? null,
        tax_details: null,
        type: 'service',
        unit_label: parameters.unit_label ?? null,
        updated: work.now,
        url: parameters.url ?? null,
      });
      if (parameters.default_price_data !== undefined) {
        const price = await createPrice(work, { ...parameters.default_price_data, product: product.id });
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

  endpoint('DELETE /v1/products/:product', {}, async ({ work, ids }) => {
    const product = await work.get('product', ids.product ?? '');
    if ((await work.list('price', { related: [product.id], limit: 1 })).length > 0) {
      throw invalidRequest('This product cannot be deleted because it has one or more user-created prices.');
    }
    work.announce('product.deleted', product);
    work.remove(product.id);
    return { id: product.id, object: 'product', deleted: true };
  }),

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
