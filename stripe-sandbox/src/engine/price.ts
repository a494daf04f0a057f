import type Stripe from 'stripe';
import { mergeMetadata } from '../endpoint.ts';
import { invalidRequest } from '../errors.ts';
import { newId } from '../ids.ts';
import { currency, decimal, flag, hash, integer, metadata, needed, oneOf, text, type Values } from '../parameters.ts';
import type { Work } from '../storage/work.ts';
import { decimalText, refuseTooLarge } from './money.ts';
import { addProduct } from './product.ts';

export const interval = oneOf('day', 'week', 'month', 'year');
export const taxBehavior = oneOf('exclusive', 'inclusive', 'unspecified');

const cycle = { interval: needed(interval), interval_count: integer({ least: 1 }) };

/** The parameters of an inline one-time price. */
export const oneTimePriceData = {
  currency: needed(currency()),
  tax_behavior: taxBehavior,
  unit_amount: integer(),
  unit_amount_decimal: decimal(),
};

/** The parameters of an inline recurring price. */
export const priceData = { ...oneTimePriceData, recurring: hash(cycle) };

/** All parameters of a new price. */
export const newPrice = {
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

type Given = Values<typeof newPrice>;

const LONGEST: Record<string, number> = { day: 1095, week: 156, month: 36, year: 3 };

/** Stores a price and announces it. Throws 400 for an unknown product, a lookup key in use or an invalid interval. */
export async function createPrice(work: Work, given: Given): Promise<Stripe.Price> {
  if ((given.unit_amount === undefined) === (given.unit_amount_decimal === undefined)) {
    throw invalidRequest('You must provide exactly one of `unit_amount` or `unit_amount_decimal`.', {
      param: 'unit_amount',
    });
  }
  const amount = given.unit_amount_decimal ?? String(given.unit_amount);
  const param = given.unit_amount === undefined ? 'unit_amount_decimal' : 'unit_amount';
  refuseTooLarge(Number(amount), given.currency, param);
  const product = await productOf(work, given);
  const { recurring } = given;
  if (recurring !== undefined && (recurring.interval_count ?? 1) > (LONGEST[recurring.interval] ?? 1)) {
    throw invalidRequest('Maximum of three years interval allowed.', { param: 'recurring[interval_count]' });
  }
  if (given.lookup_key !== undefined)
    await transferLookupKey(work, given.lookup_key, given.transfer_lookup_key ?? false);
  const price = work.add('price', {
    id: newId('price'),
    object: 'price',
    active: given.active ?? true,
    billing_scheme: 'per_unit',
    created: work.now,
    currency: given.currency,
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
  const product = await addProduct(work, given.product_data ?? { name: '' });
  work.announce('product.created', product);
  return product.id;
}

/** Moves a lookup key to this price only when the call requests it. Throws otherwise. */
export async function transferLookupKey(work: Work, key: string, transfer: boolean, owner?: string): Promise<void> {
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
