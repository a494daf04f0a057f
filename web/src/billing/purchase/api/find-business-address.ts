import { queryOptions, useQuery } from '@tanstack/react-query';
import type { FlowCalls } from './flow-calls.ts';

/** The address that was given last for invoices, null before. */
const businessAddressQuery = ({ findBusinessAddress }: Pick<FlowCalls, 'findBusinessAddress'>) =>
  queryOptions({
    queryKey: ['customers', 'business-address'],
    queryFn: ({ signal }) => findBusinessAddress(signal),
  });

export function useBusinessAddress(calls: FlowCalls) {
  return useQuery(businessAddressQuery(calls));
}
