import { useQuery } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { can } from '../../../lib/permissions.ts';

/** The account's credit; undefined while it is not known, or where it may not be seen. */
export function useCredit() {
  const { data } = useQuery({
    queryKey: ['customers', 'balance'],
    queryFn: ({ signal }) => api('GET /api/Billing/Balance', { signal }),
    meta: { showsErrors: true },
    enabled: can('billing.view'),
  });
  return data;
}
