import { endpoint, listEndpoint } from '../endpoint.ts';
import { currency, text, timeRange } from '../parameters.ts';

export const balanceTransactionEndpoints = [
  endpoint('GET /v1/balance_transactions/:transaction', {}, async ({ work, ids }) =>
    work.get('balance_transaction', ids.transaction ?? ''),
  ),

  listEndpoint(
    '/v1/balance_transactions',
    'balance_transaction',
    { created: timeRange(), currency: currency(), source: text(), type: text() },
    ({ parameters }) => ({
      match: { currency: parameters.currency, type: parameters.type },
      related: [parameters.source],
      times: { created: parameters.created },
    }),
  ),
];
