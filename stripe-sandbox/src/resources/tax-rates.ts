import type Stripe from 'stripe';
import { endpoint, mergeMetadata } from '../endpoint.ts';
import { findTaxRate } from '../engine/tax-rates.ts';
import { noSuch } from '../errors.ts';
import { newId } from '../ids.ts';
import { flag, metadata, needed, number, oneOf, text } from '../parameters.ts';

export const taxRateEndpoints = [
  endpoint(
    'POST /v1/tax_rates',
    {
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
];
