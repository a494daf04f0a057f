import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { usersKey } from './list-users.ts';

/** The first users of the account whose login, name or address contains a text. */
export function useUsersFound(textFilter: string) {
  return useQuery({
    queryKey: [...usersKey, 'found', textFilter],
    queryFn: ({ signal }) => api('GET /api/User/list', { query: { textFilter, pageSize: 20 }, signal }),
    placeholderData: keepPreviousData,
  });
}
