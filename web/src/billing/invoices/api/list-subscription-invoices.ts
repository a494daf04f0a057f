import { queryOptions, useQuery } from '@tanstack/react-query';
import { api, type QueryOf } from '../../../lib/api.ts';

type InvoicesQuery = QueryOf<'GET /api/Subscription/{id}/invoices'>;

const subscriptionInvoicesQuery = (id: number, query: InvoicesQuery) =>
  queryOptions({
    queryKey: ['invoices', 'of-subscription', id, query],
    queryFn: ({ signal }) => api('GET /api/Subscription/{id}/invoices', { params: { id }, query, signal }),
  });

/** The invoices of one subscription; the page before stays in sight while the next one comes. */
export function useSubscriptionInvoices(id: number, query: InvoicesQuery) {
  return useQuery({
    ...subscriptionInvoicesQuery(id, query),
    placeholderData: (before, beforeQuery) => (beforeQuery?.queryKey[2] === id ? before : undefined),
  });
}
