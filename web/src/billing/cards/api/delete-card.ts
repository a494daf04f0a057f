import { useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { notify } from '../../../lib/notify.tsx';
import { settled } from '../../../lib/operation.ts';
import { announceHoldings } from '../../../lib/other-tabs.ts';

/**
 * Forgets a saved card. The dialog shows failures: code Conflict where the card pays for a subscription.
 * @param onPending called where the outcome is not known at once
 */
export function useDeleteCard(onPending: () => void) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (id: string) =>
      settled(await api('DELETE /api/Billing/PaymentMethods/{id}', { params: { id } }), {
        onPending: () => {
          onPending();
          void announceHoldings(queryClient);
        },
      }),
    meta: { showsErrors: true },
    onSuccess: () => notify.success(t`The card was deleted`),
    onSettled: () => announceHoldings(queryClient),
  });
}
