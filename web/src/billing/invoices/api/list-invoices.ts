import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { api, buildUrl, type QueryOf } from '../../../lib/api.ts';
import { type Locale, useLocale } from '../../../lib/locale.ts';

type InvoicesQuery = NonNullable<QueryOf<'GET /api/Subscription/invoices'>>;

/** Products and descriptions come, and are searched, in the reader's language. */
const invoicesQuery = (query: InvoicesQuery, locale: Locale) =>
  queryOptions({
    queryKey: ['invoices', 'list', query, locale],
    queryFn: ({ signal }) => api('GET /api/Subscription/invoices', { query, signal }),
    placeholderData: keepPreviousData,
  });

/** The account's invoices. */
export function useInvoices(query: InvoicesQuery, { enabled = true } = {}) {
  return useQuery({ ...invoicesQuery(query, useLocale()), enabled });
}

/** The address of the same list as a CSV file, from its first page on. */
export function invoicesReportAddress({ page: _page, pageSize: _pageSize, ...filters }: InvoicesQuery): string {
  return buildUrl('/Reports/InvoicesReport', {}, { ...filters, format: 'csv' });
}
