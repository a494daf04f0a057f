import { useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { notify } from '../../../lib/notify.tsx';
import { settled } from '../../../lib/operation.ts';
import { announceHoldings } from '../../../lib/other-tabs.ts';

/** Takes a change back that waits for the end of the period (SCH-7), followed until it is settled. */
export function useTakeBackChange() {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (id: number) =>
      settled(await api('DELETE /api/Subscription/{id}/ScheduledChange', { params: { id } }), {
        onPending: () => void announceHoldings(queryClient),
      }),
    meta: { showsErrors: true },
    onSuccess: () => notify.success(t`The scheduled change is taken back`),
    onSettled: () => announceHoldings(queryClient),
  });
}
