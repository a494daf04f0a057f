import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';

/** The plans of a product as the account sees them, with the product itself. */
const plansQuery = (productId: string) =>
  queryOptions({
    queryKey: ['catalog', 'plans', productId],
    queryFn: ({ signal }) => api('GET /api/Products/{id}/Plans', { params: { id: productId }, signal }),
  });

export const usePlans = (productId: string) => useQuery(plansQuery(productId));
