import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';

/** All products of the vendor. */
const productsQuery = queryOptions({
  queryKey: ['catalog', 'products'],
  queryFn: ({ signal }) => api('GET /api/Products/List', { signal }),
});

export const useProducts = ({ enabled = true } = {}) => useQuery({ ...productsQuery, enabled });
