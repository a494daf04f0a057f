import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api, type QueryOf } from '../../../lib/api.ts';

/** All that is known of users begins so: one call refreshes it. */
export const usersKey = ['users'] as const;

/** The account's users. */
export function useUsers(query: QueryOf<'GET /api/User/list'>) {
  return useQuery({
    queryKey: [...usersKey, 'list', query],
    queryFn: ({ signal }) => api('GET /api/User/list', { query, signal }),
    placeholderData: keepPreviousData,
  });
}
