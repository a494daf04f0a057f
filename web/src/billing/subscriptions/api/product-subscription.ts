import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { type Locale, useLocale } from '../../../lib/locale.ts';

const activeQuery = (productId: string, locale: Locale) =>
  queryOptions({
    queryKey: ['subscriptions', 'active', productId, locale],
    queryFn: async ({ signal }) => {
      const query = { sortField: 'status', order: 'asc', pageSize: 10 } as const;
      const { items } = await api('GET /api/Products/{id}/Subscriptions', { params: { id: productId }, query, signal });
      return items.find(({ status }) => status !== 4) ?? null;
    },
  });

/** The account's active subscription to a product; null where it has none. */
export function useActiveSubscription(productId: string) {
  return useQuery(activeQuery(productId, useLocale()));
}
