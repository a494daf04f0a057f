import { useQuery } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { can } from '../../../lib/permissions.ts';

/** Cents of credit that the account has now, whatever later payments take of it; undefined until it is known. */
export function useCredit(): number | undefined {
  const { data } = useQuery({
    queryKey: ['invoices', 'balance'],
    queryFn: ({ signal }) => api('GET /api/Billing/Balance', { signal }),
    enabled: can('billing.view'),
  });
  return data && Math.max(0, data.endingBalance);
}
