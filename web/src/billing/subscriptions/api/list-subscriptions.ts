import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { api, type QueryOf } from '../../../lib/api.ts';
import { type Locale, useLocale } from '../../../lib/locale.ts';

type SubscriptionsQuery = QueryOf<'GET /api/Subscription/list'>;

/** Plans' and products' names come in the reader's language. */
const subscriptionsQuery = (query: SubscriptionsQuery, locale: Locale) =>
  queryOptions({
    queryKey: ['subscriptions', 'list', query, locale],
    queryFn: ({ signal }) => api('GET /api/Subscription/list', { query, signal }),
    placeholderData: keepPreviousData,
  });

export function useSubscriptions(query: SubscriptionsQuery, { enabled = true } = {}) {
  return useQuery({ ...subscriptionsQuery(query, useLocale()), enabled });
}
