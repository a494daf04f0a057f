import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { can } from '../../lib/permissions.ts';

const buyersQuery = queryOptions({
  queryKey: ['catalog', 'buyers'],
  queryFn: ({ signal }) => api('GET /api/Products/Buyers', { signal }),
});

/** Who of the account can subscribe; asked for those alone who cannot themselves. */
export const useBuyers = () => useQuery({ ...buyersQuery, enabled: !can('purchase.buy') });
