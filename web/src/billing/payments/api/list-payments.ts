import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api, type QueryOf } from '../../../lib/api.ts';
import { can } from '../../../lib/permissions.ts';

/** The account's payments, with what was paid in all. */
export function usePayments(query: NonNullable<QueryOf<'GET /api/Billing/PaymentIntents'>>) {
  return useQuery({
    queryKey: ['payments', 'list', query],
    queryFn: ({ signal }) => api('GET /api/Billing/PaymentIntents', { query, signal }),
    placeholderData: keepPreviousData,
    enabled: can('payments.view'),
  });
}

/** Payments that the dashboard shows (UI-15). */
const latest = { page: 1, pageSize: 5, sortField: 'created', order: 'desc' } as const;

/** The newest payments, with what was paid in all. */
export const useLatestPayments = () => usePayments(latest);
