import { useQuery } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';

/** The account's credit with the vendor. */
export function useBalance() {
  return useQuery({
    queryKey: ['invoices', 'balance'],
    queryFn: ({ signal }) => api('GET /api/Billing/Balance', { signal }),
  });
}
