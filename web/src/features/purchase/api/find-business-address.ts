import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';

/** The address that the account gave last for its invoices, null before. */
const businessAddressQuery = queryOptions({
  queryKey: ['customers', 'business-address'],
  queryFn: async ({ signal }) => (await api('GET /api/Billing/BusinessAddress', { signal })).shippingDetails,
});

export function useBusinessAddress() {
  return useQuery(businessAddressQuery);
}
