import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';

/** The account's subscriptions to one product, newest first. */
const productSubscriptionsQuery = (productId: string) =>
  queryOptions({
    queryKey: ['subscriptions', 'of-product', productId],
    queryFn: ({ signal }) => api('GET /api/Products/{id}/Subscriptions', { params: { id: productId }, signal }),
  });

export const useProductSubscriptions = (productId: string) => useQuery(productSubscriptionsQuery(productId));
