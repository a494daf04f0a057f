import { endpoint, listEndpoint, pageOf } from '../endpoint.ts';
import { allTaxRates } from '../engine/tax.ts';
import { noSuch } from '../errors.ts';
import { flag, paging, text, timeRange } from '../parameters.ts';

export const balanceAndTaxEndpoints = [
  endpoint('GET /v1/balance_transactions/:transaction', {}, async ({ work, ids }) =>
    work.get('balance_transaction', ids.transaction ?? ''),
  ),

  listEndpoint(
    '/v1/balance_transactions',
    'balance_transaction',
    { created: timeRange(), currency: text(3), source: text(), type: text() },
    ({ parameters }) => ({
      match: {
        currency: parameters.currency,
        type: parameters.type,
      },
      related: [parameters.source],
      times: { created: parameters.created },
    }),
  ),

  endpoint('GET /v1/tax_rates/:rate', {}, async ({ ids }) => {
    const rate = allTaxRates().find(({ id }) => id === ids.rate);
    if (rate === undefined) throw noSuch('tax_rate', ids.rate ?? '');
    return rate;
  }),

  endpoint(
    'GET /v1/tax_rates',
    { ...paging, active: flag(), created: timeRange(), inclusive: flag() },
    async ({ parameters }) => {
      const { limit = 10, starting_after, ending_before } = pageOf(parameters);
      const rates = allTaxRates().filter(
        (rate) => (parameters.active ?? true) === rate.active && (parameters.inclusive ?? false) === rate.inclusive,
      );
      const after = starting_after === undefined ? 0 : rates.findIndex(({ id }) => id === starting_after) + 1;
      const before = ending_before === undefined ? rates.length : rates.findIndex(({ id }) => id === ending_before);
      const from = ending_before === undefined ? after : Math.max(0, before - limit);
      const to = ending_before === undefined ? Math.min(rates.length, from + limit) : before;
      const hasMore = ending_before === undefined ? to < rates.length : from > 0;
      return { object: 'list', data: rates.slice(from, to), has_more: hasMore, url: '/v1/tax_rates' };
    },
  ),
];
