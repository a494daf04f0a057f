import type Stripe from 'stripe';
import { endpoint, mergeMetadata, pageOf, slice } from '../endpoint.ts';
import { allTaxRates } from '../engine/tax.ts';
import { findTaxRate } from '../engine/tax-rates.ts';
import { invalidRequest, noSuch } from '../errors.ts';
import { newId } from '../ids.ts';
import {
  clearable,
  flag,
  metadata,
  needed,
  number,
  oneOf,
  paging,
  type TimeRange,
  text,
  timeRange,
} from '../parameters.ts';
import { ALL } from '../storage/select.ts';

const details = {
  active: flag(),
  country: text(2),
  metadata: metadata(),
  state: text(2),
  tax_type: oneOf(
    'gst',
    'hst',
    'igst',
    'jct',
    'lease_tax',
    'pst',
    'qst',
    'retail_delivery_fee',
    'rst',
    'sales_tax',
    'service_tax',
    'vat',
  ),
};

const isWithin = (moment: number, range: TimeRange = {}) =>
  moment > (range.gt ?? -Infinity) &&
  moment >= (range.gte ?? -Infinity) &&
  moment < (range.lt ?? Infinity) &&
  moment <= (range.lte ?? Infinity);

export const taxRateEndpoints = [
  endpoint(
    'POST /v1/tax_rates',
    {
      ...details,
      description: text(),
      display_name: needed(text(50)),
      inclusive: needed(flag()),
      jurisdiction: text(50),
      percentage: needed(number({ above: -1e-9, most: 100 })),
    },
    async ({ work, parameters: given }) => {
      const rate: Stripe.TaxRate = work.add('tax_rate', {
        id: newId('txr'),
        object: 'tax_rate',
        active: given.active ?? true,
        country: given.country ?? null,
        created: work.now,
        description: given.description ?? null,
        display_name: given.display_name,
        effective_percentage: null,
        flat_amount: null,
        inclusive: given.inclusive,
        jurisdiction: given.jurisdiction ?? null,
        jurisdiction_level: null,
        livemode: false,
        metadata: mergeMetadata({}, given.metadata),
        percentage: given.percentage,
        rate_type: 'percentage',
        state: given.state ?? null,
        tax_type: given.tax_type ?? null,
      });
      work.announce('tax_rate.created', rate);
      return rate;
    },
  ),

  endpoint('GET /v1/tax_rates/:rate', {}, async ({ work, ids }) => {
    const rate = await findTaxRate(work, ids.rate ?? '');
    if (rate === undefined) throw noSuch('tax_rate', ids.rate ?? '');
    return rate;
  }),

  endpoint(
    'POST /v1/tax_rates/:rate',
    { ...details, description: clearable(text()), display_name: text(50), jurisdiction: clearable(text(50)) },
    async ({ work, ids, parameters }) => {
      const rate = await work.find('tax_rate', ids.rate ?? '');
      if (rate === undefined) {
        if ((await findTaxRate(work, ids.rate ?? '')) === undefined) throw noSuch('tax_rate', ids.rate ?? '');
        throw invalidRequest('Tax rates that automatic tax made cannot be changed.');
      }
      const { metadata: changes, ...rest } = parameters;
      Object.assign(rate, rest);
      rate.metadata = mergeMetadata(rate.metadata ?? {}, changes);
      return rate;
    },
  ),

  // Created rates, newest first, then those of the automatic tax table.
  endpoint(
    'GET /v1/tax_rates',
    { ...paging, active: flag(), created: timeRange(), inclusive: flag() },
    async ({ work, parameters }) => {
      const made = await work.list('tax_rate', { limit: ALL });
      const rates = [...made, ...allTaxRates()].filter(
        (rate) =>
          (parameters.active ?? rate.active) === rate.active &&
          (parameters.inclusive ?? rate.inclusive) === rate.inclusive &&
          isWithin(rate.created, parameters.created),
      );
      const { data, hasMore } = slice(rates, pageOf(parameters), 'tax rate');
      return { object: 'list', data, has_more: hasMore, url: '/v1/tax_rates' };
    },
  ),
];
