import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { api, buildUrl, type QueryOf } from '../../../lib/api.ts';

type InvoicesQuery = NonNullable<QueryOf<'GET /api/Subscription/invoices'>>;

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

/** When the account's first invoice was made; undefined while that is not known, and without one. */
export function useFirstInvoice(): string | undefined {
  const { data } = useQuery({
    ...invoicesQuery({ page: 1, pageSize: 1, sortField: 'created', order: 'asc' }),
    select: ({ items }) => items[0]?.created,
  });
  return data;
}

/** The address of the same list as a CSV file, from its first page on. */
export function invoicesReportAddress({ page: _page, pageSize: _pageSize, ...filters }: InvoicesQuery): string {
  return buildUrl('/Reports/InvoicesReport', {}, { ...filters, format: 'csv' });
}
