import { useQuery } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { useLocale } from '../../../lib/locale.ts';
import { can } from '../../../lib/permissions.ts';

/** What was paid in the latest twelve months, by product. Products come in the reader's language. */
export function useSpending() {
  const locale = useLocale();
  return useQuery({
    queryKey: ['billing-overviews', 'spending', locale],
    queryFn: ({ signal }) => api('GET /api/Billing/Spending', { signal }),
    enabled: can('billing.view'),
  });
}
