import type Stripe from 'stripe';
import { endpoint, listEndpoint, mergeMetadata } from '../endpoint.ts';
import { invalidRequest } from '../errors.ts';
import { idOf, newId } from '../ids.ts';
import {
  clearable,
  decimal,
  flag,
  hash,
  integer,
  list,
  metadata,
  needed,
  oneOf,
  text,
  timeRange,
  type Values,
} from '../parameters.ts';
import type { Work } from '../storage/work.ts';

const interval = oneOf('day', 'week', 'month', 'year');
const taxBehavior = oneOf('exclusive', 'inclusive', 'unspecified');

const cycle = { interval: needed(interval), interval_count: integer({ least: 1 }) };

/** A one-time price described where it is used. */
export const oneTimePriceData = {
  currency: needed(text(3)),
  tax_behavior: taxBehavior,
  unit_amount: integer(),
  unit_amount_decimal: decimal(),
};

/** The same of a price that is billed again and again. */
export const priceData = { ...oneTimePriceData, recurring: hash(cycle) };

const fields = {
  ...oneTimePriceData,
  recurring: hash({ ...cycle, trial_period_days: integer(), usage_type: oneOf('licensed') }),
  active: flag(),
  billing_scheme: oneOf('per_unit'),
  lookup_key: text(200),
  metadata: metadata(),
  nickname: text(5000),
  product: text(),
  product_data: hash({
    active: flag(),
    id: text(),
    metadata: metadata(),
    name: needed(text(250)),
    statement_descriptor: text(22),
    tax_code: text(),
    unit_label: text(12),
  }),
  transfer_lookup_key: flag(),
  transform_quantity: hash({ divide_by: needed(integer({ least: 1 })), round: needed(oneOf('down', 'up')) }),
};

type Given = Values<typeof fields>;

/** `*_decimal` amounts are text on the wire; the SDK makes decimals of them. */
export function decimalText(value: string | number): Stripe.Decimal {
  return String(value) as unknown as Stripe.Decimal;
}

/** The price of one unit in cents, which may have a fraction. */
export function unitAmount(price: Pick<Stripe.Price, 'unit_amount_decimal'>): number {
  return Number(String(price.unit_amount_decimal ?? '0'));
}

const LONGEST: Record<string, number> = { day: 1095, week: 156, month: 36, year: 3 };

/** Makes, stores and announces a price. Throws 400 for an unknown product, a used lookup key or an impossible interval. */
export async function createPrice(work: Work, given: Given): Promise<Stripe.Price> {
  if ((given.unit_amount === undefined) === (given.unit_amount_decimal === undefined)) {
    throw invalidRequest('You must provide exactly one of `unit_amount` or `unit_amount_decimal`.', {
      param: 'unit_amount',
    });
  }
  const product = await productOf(work, given);
  const amount = given.unit_amount_decimal ?? String(given.unit_amount);
  const { recurring } = given;
  if (recurring !== undefined && (recurring.interval_count ?? 1) > (LONGEST[recurring.interval] ?? 1)) {
    throw invalidRequest('Maximum of three years interval allowed.', { param: 'recurring[interval_count]' });
  }
  if (given.lookup_key !== undefined) await takeLookupKey(work, given.lookup_key, given.transfer_lookup_key ?? false);
  const price = work.add('price', {
    id: newId('price'),
    object: 'price',
    active: given.active ?? true,
    billing_scheme: 'per_unit',
    created: work.now,
    currency: given.currency.toLowerCase(),
    custom_unit_amount: null,
    livemode: false,
    lookup_key: given.lookup_key ?? null,
    metadata: mergeMetadata({}, given.metadata),
    nickname: given.nickname ?? null,
    product,
    recurring:
      recurring === undefined
        ? null
        : {
            interval: recurring.interval,
            interval_count: recurring.interval_count ?? 1,
            meter: null,
            trial_period_days: recurring.trial_period_days ?? null,
            usage_type: 'licensed',
          },
    tax_behavior: given.tax_behavior ?? 'unspecified',
    tiers_mode: null,
    transform_quantity: given.transform_quantity ?? null,
    type: recurring === undefined ? 'one_time' : 'recurring',
    unit_amount: Number.isInteger(Number(amount)) ? Number(amount) : null,
    unit_amount_decimal: decimalText(Number.isInteger(Number(amount)) ? Number(amount) : amount),
  });
  work.announce('price.created', price);
  return price;
}

async function productOf(work: Work, given: Given): Promise<string> {
  if ((given.product === undefined) === (given.product_data === undefined)) {
    throw invalidRequest('You must provide exactly one of `product` or `product_data`.', {
      param: 'product',
      code: 'parameter_missing',
    });
  }
  if (given.product !== undefined) return (await work.get('product', given.product, 'product')).id;
  const data = given.product_data;
  const product = work.add('product', {
    id: data?.id ?? newId('prod', 14),
    object: 'product',
    active: data?.active ?? true,
    created: work.now,
    default_price: null,
    description: null,
    images: [],
    livemode: false,
    marketing_features: [],
    metadata: mergeMetadata({}, data?.metadata),
    name: data?.name ?? '',
    package_dimensions: null,
    shippable: null,
    statement_descriptor: data?.statement_descriptor ?? null,
    tax_code: data?.tax_code ?? null,
    tax_details: null,
    type: 'service',
    unit_label: data?.unit_label ?? null,
    updated: work.now,
    url: null,
  });
  work.announce('product.created', product);
  return product.id;
}

/** A lookup key belongs to one price; it moves from another only when told to. */
async function takeLookupKey(work: Work, key: string, transfer: boolean, owner?: string): Promise<void> {
  const [holder] = await work.list('price', { match: { lookup_key: key }, limit: 1 });
  if (holder === undefined || holder.id === owner) return;
  if (!transfer) {
    throw invalidRequest(
      `A price (\`${holder.id}\`) already uses that lookup key. To transfer the lookup key to this price, set \`transfer_lookup_key\` to true.`,
      { param: 'lookup_key', code: 'resource_already_exists' },
    );
  }
  holder.lookup_key = null;
}

export const priceEndpoints = [
  endpoint('POST /v1/prices', fields, async ({ work, parameters }) => createPrice(work, parameters)),

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
        await takeLookupKey(work, parameters.lookup_key, parameters.transfer_lookup_key ?? false, price.id);
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
      currency: text(3),
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
