import { useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { notify } from '../../../lib/notify.tsx';
import { settled } from '../../../lib/operation.ts';

/** Forgets a saved card. The dialog shows failures: code Conflict where the card pays for a subscription. */
export function useDeleteCard() {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (id: string) => settled(await api('DELETE /api/Billing/PaymentMethods/{id}', { params: { id } })),
    meta: { showsErrors: true },
    onSuccess: async () => {
      notify.success(t`The card was deleted`);
      await queryClient.invalidateQueries({ queryKey: ['billing'] });
    },
  });
}
