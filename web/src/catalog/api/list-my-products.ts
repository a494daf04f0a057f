import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';

/** The products that the user has access to, as home tiles. */
const myProductsQuery = queryOptions({
  queryKey: ['catalog', 'my-products'],
  queryFn: ({ signal }) => api('GET /api/Products/My', { signal }),
});

export const useMyProducts = () => useQuery(myProductsQuery);
