import { useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { notify } from '../../../lib/notify.tsx';
import { settled } from '../../../lib/operation.ts';
import { announceHoldings } from '../../../lib/other-tabs.ts';

/** Makes a saved card the one that renewals are charged to. */
export function useMakeCardDefault() {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (id: string) =>
      settled(await api('POST /api/Billing/PaymentMethods/{id}/Default', { params: { id }, body: {} }), {
        onPending: () => void announceHoldings(queryClient),
      }),
    onSuccess: () => notify.success(t`The default card was changed`),
    // A subscription without a card of its own shows the default one.
    onSettled: () => announceHoldings(queryClient),
  });
}
