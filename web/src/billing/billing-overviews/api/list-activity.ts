import { useQuery } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { useLocale } from '../../../lib/locale.ts';
import { can } from '../../../lib/permissions.ts';

/** What happened to the account's money of late, the newest first. Products come in the reader's language. */
export function useActivity() {
  const locale = useLocale();
  return useQuery({
    queryKey: ['billing-overviews', 'activity', locale],
    queryFn: ({ signal }) => api('GET /api/Billing/Activity', { signal }),
    enabled: can('billing.view'),
  });
}
