import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api, type QueryOf } from '../../../lib/api.ts';
import { mirrorKey } from './mirror-status.ts';

type Page = NonNullable<QueryOf<'GET /api/Billing/Mirror/Repairs'>>;

/**
 * Repairs, the newest first.
 * @param seen changes with the newest repair, so that the list is refetched
 */
export function useRepairs(query: Page, seen: string) {
  return useQuery({
    queryKey: [...mirrorKey, 'repairs', query, seen],
    queryFn: ({ signal }) => api('GET /api/Billing/Mirror/Repairs', { query, signal }),
    placeholderData: keepPreviousData,
  });
}

/** The differences that a repair corrected. */
export function useDifferences(id: number, query: Page) {
  return useQuery({
    queryKey: [...mirrorKey, 'differences', id, query],
    queryFn: ({ signal }) => api('GET /api/Billing/Mirror/Repairs/{id}/Differences', { params: { id }, query, signal }),
    placeholderData: keepPreviousData,
  });
}
