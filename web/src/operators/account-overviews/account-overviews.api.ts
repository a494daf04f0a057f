import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api, type QueryOf } from '../../lib/api.ts';

/** All accounts, paged. */
export function useAccountList(query: QueryOf<'GET /api/Operator/AccountOverviews'>) {
  return useQuery({
    queryKey: ['accountOverviews', 'list', query],
    queryFn: ({ signal }) => api('GET /api/Operator/AccountOverviews', { query, signal }),
    placeholderData: keepPreviousData,
  });
}

/** The overview of an account; sends no request if the address has no valid id. */
export function useOverview(id: number) {
  return useQuery({
    queryKey: ['accountOverviews', 'one', id],
    queryFn: ({ signal }) => api('GET /api/Operator/AccountOverviews/{id}', { params: { id }, signal }),
    enabled: Number.isSafeInteger(id) && id > 0,
  });
}

/** The users of an account. */
export function useAccountUsers(id: number, query: QueryOf<'GET /api/Operator/AccountOverviews/{id}/Users'>) {
  return useQuery({
    queryKey: ['accountOverviews', 'users', id, query],
    queryFn: ({ signal }) => api('GET /api/Operator/AccountOverviews/{id}/Users', { params: { id }, query, signal }),
    placeholderData: keepPreviousData,
  });
}
