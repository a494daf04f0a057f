import { endpoint, listEndpoint, mergeMetadata } from '../endpoint.ts';
import { recordBalanceChange } from '../engine/balance.ts';
import { customerAtItsTime } from '../engine/customer-time.ts';
import { invalidRequest, noSuch } from '../errors.ts';
import { clearable, currency, metadata, needed, text, timeRange } from '../parameters.ts';
import type { Work } from '../storage/work.ts';
import { signedAmount } from './billing-parameters.ts';

async function transactionOf(work: Work, ids: Record<string, string>) {
  const transaction = await work.get('customer_balance_transaction', ids.transaction ?? '');
  if (transaction.customer !== ids.customer) throw noSuch('customer_balance_transaction', transaction.id);
  return transaction;
}

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

  endpoint('GET /v1/customers/:customer/balance_transactions/:transaction', {}, async ({ work, ids }) =>
    transactionOf(work, ids),
  ),

  endpoint(
    'POST /v1/customers/:customer/balance_transactions/:transaction',
    { description: clearable(text(350)), metadata: metadata() },
    async ({ work, ids, parameters }) => {
      const transaction = await transactionOf(work, ids);
      if (parameters.description !== undefined) transaction.description = parameters.description;
      transaction.metadata = mergeMetadata(transaction.metadata ?? {}, parameters.metadata);
      return transaction;
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
