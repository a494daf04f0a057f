import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { api, type QueryOf } from '../../../lib/api.ts';
import { type Locale, useLocale } from '../../../lib/locale.ts';

type PendingQuery = NonNullable<QueryOf<'GET /api/Subscription/invoices/pending'>>;

const pendingQuery = (query: PendingQuery, locale: Locale) =>
  queryOptions({
    queryKey: ['invoices', 'pending', query, locale],
    queryFn: ({ signal }) => api('GET /api/Subscription/invoices/pending', { query, signal }),
    placeholderData: keepPreviousData,
  });

/** Drafts and open invoices, and items that wait for an invoice. */
export function usePendingInvoices(query: PendingQuery) {
  return useQuery(pendingQuery(query, useLocale()));
}
