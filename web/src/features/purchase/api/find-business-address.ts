import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { preloaded } from '../../../lib/preloaded.ts';

/** The address that the account gave last, null before; told by the call that begins adding a card (spec 1 §7). */
const businessAddressQuery = queryOptions({
  queryKey: ['billing', 'business-address'],
  queryFn: async ({ signal }) => (await api('POST /api/Billing/PaymentMethods', { body: {}, signal })).shippingDetails,
  staleTime: Number.POSITIVE_INFINITY,
  retry: false,
});

/** Not asked for while an operator acts as the customer: the server refuses that call then. */
export function useBusinessAddress() {
  return useQuery({ ...businessAddressQuery, enabled: preloaded().actingAs === null });
}
