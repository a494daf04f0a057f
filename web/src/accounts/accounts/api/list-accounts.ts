import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';

/** The first accounts by name whose names contain a text. */
export function useAccounts(textFilter: string) {
  return useQuery({
    queryKey: ['accounts', 'list', textFilter],
    queryFn: ({ signal }) => api('GET /api/Operator/Accounts', { query: { textFilter, pageSize: 20 }, signal }),
    placeholderData: keepPreviousData,
  });
}
