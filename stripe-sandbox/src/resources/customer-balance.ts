import { endpoint, listEndpoint, mergeMetadata } from '../endpoint.ts';
import { recordBalanceChange } from '../engine/balance.ts';
import { customerAtItsTime } from '../engine/customer-time.ts';
import { invalidRequest } from '../errors.ts';
import { currency, metadata, needed, text, timeRange } from '../parameters.ts';
import { signedAmount } from './billing-parameters.ts';

export const customerBalanceEndpoints = [
  endpoint(
    'POST /v1/customers/:customer/balance_transactions',
    {
      amount: needed(signedAmount),
      currency: needed(currency()),
      description: text(350),
      metadata: metadata(),
    },
    async ({ work, ids, parameters }) => {
      const customer = await customerAtItsTime(work, ids.customer ?? '');
      const currency = parameters.currency;
      if (customer.currency != null && customer.currency !== currency) {
        throw invalidRequest(`The customer's balance is in ${customer.currency}.`, { param: 'currency' });
      }
      return recordBalanceChange(work, customer, parameters.amount, 'adjustment', {
        currency,
        description: parameters.description ?? null,
        metadata: mergeMetadata({}, parameters.metadata),
      });
    },
  ),

  listEndpoint(
    '/v1/customers/:customer/balance_transactions',
    'customer_balance_transaction',
    { created: timeRange(), invoice: text() },
    async ({ work, ids, parameters }) => {
      await work.get('customer', ids.customer ?? '');
      return { customer: ids.customer, related: [parameters.invoice], times: { created: parameters.created } };
    },
  ),
];
