import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api, type QueryOf } from '../../../lib/api.ts';

/** All that is known of licenses begins so: one call refreshes it. */
export const licensesKey = ['licenses'] as const;

/** The account's licenses. */
export function useLicenses(query: QueryOf<'GET /api/Licenses/List'>, { enabled = true } = {}) {
  return useQuery({
    queryKey: [...licensesKey, 'list', query],
    queryFn: ({ signal }) => api('GET /api/Licenses/List', { query, signal }),
    placeholderData: keepPreviousData,
    enabled,
  });
}
