import { useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { notify } from '../../../lib/notify.tsx';
import { settled } from '../../../lib/operation.ts';
import { announceHoldings } from '../../../lib/other-tabs.ts';

/** Has a subscription charged to another saved card from now on. The row shows failures. */
export function useChangeCard(subscriptionId: number) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (paymentMethodId: string) => {
      const params = { id: subscriptionId };
      const answer = await api('POST /api/Subscription/{id}', { params, body: { paymentMethodId } });
      return settled(answer, { onPending: () => void announceHoldings(queryClient) });
    },
    meta: { showsErrors: true },
    onSuccess: () => notify.success(t`The card of this subscription was changed`),
    onSettled: () => announceHoldings(queryClient),
  });
}
