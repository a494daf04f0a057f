import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { api, type QueryOf } from '../../../lib/api.ts';

type InvoicesQuery = QueryOf<'GET /api/Subscription/invoices'>;

const invoicesQuery = (query: InvoicesQuery) =>
  queryOptions({
    queryKey: ['invoices', 'list', query],
    queryFn: ({ signal }) => api('GET /api/Subscription/invoices', { query, signal }),
    placeholderData: keepPreviousData,
  });

/** The account's invoices. */
export function useInvoices(query: InvoicesQuery, { enabled = true } = {}) {
  return useQuery({ ...invoicesQuery(query), enabled });
}
