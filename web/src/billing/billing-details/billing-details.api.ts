import { useLingui } from '@lingui/react/macro';
import type { BillingDetailsInput } from '@portico/contract';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { notify } from '../../lib/notify.tsx';
import { settled } from '../../lib/operation.ts';

const detailsQuery = queryOptions({
  queryKey: ['billing-details', 'current'],
  queryFn: ({ signal }) => api('GET /api/Billing/Details', { signal }),
});

/** The account's billing details. */
export function useBillingDetails() {
  return useQuery(detailsQuery);
}

/** Saves the details and waits until the payment provider has them. The form shows failures. */
export function useSaveBillingDetails() {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (body: BillingDetailsInput) => {
      const { details } = await settled(await api('PUT /api/Billing/Details', { body }));
      return details ?? api('GET /api/Billing/Details');
    },
    meta: { showsErrors: true },
    onSuccess: (saved) => {
      queryClient.setQueryData(detailsQuery.queryKey, saved);
      notify.success(t`Billing details saved`);
    },
    // Tax and totals of upcoming invoices depend on the address.
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['invoices'] }),
  });
}
