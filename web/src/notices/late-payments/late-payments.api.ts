import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { useLocale } from '../../lib/locale.ts';

/**
 * Open invoices of all accounts with a failed card payment, the largest first. Products and reasons are in the user's
 * language.
 */
export function useLatePayments(query: { page: number; pageSize: number }) {
  const locale = useLocale();
  return useQuery({
    queryKey: ['late-payments', 'list', query, locale],
    queryFn: ({ signal }) => api('GET /api/Operator/LatePayments', { query, signal }),
    placeholderData: keepPreviousData,
  });
}
