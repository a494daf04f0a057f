import { useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { notify } from '../../../lib/notify.tsx';

const key = ['sandbox', 'faults'];

/** What is still to go wrong; it gets less as it happens. */
export function useFaults() {
  return useQuery({
    queryKey: key,
    queryFn: ({ signal }) => api('GET /api/dev/stripe/Faults', { signal }),
    staleTime: 0,
    refetchInterval: 3000,
  });
}

type NewFault = NonNullable<Parameters<typeof api<'POST /api/dev/stripe/Faults'>>[1]>['body'];

export function useAddFault() {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: NewFault) => api('POST /api/dev/stripe/Faults', { body }),
    onSuccess: async () => {
      notify.success(t`The fault is set`);
      await queryClient.invalidateQueries({ queryKey: key });
    },
  });
}

export function useRemoveFault() {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api('DELETE /api/dev/stripe/Faults/{id}', { params: { id } }),
    onSuccess: () => notify.success(t`The fault was removed`),
    // One that has just happened for the last time is gone already.
    onSettled: () => queryClient.invalidateQueries({ queryKey: key }),
  });
}
