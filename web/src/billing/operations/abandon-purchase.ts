import { useLingui } from '@lingui/react/macro';
import { useMutation, useMutationState, useQueryClient } from '@tanstack/react-query';
import { type Answer, api } from '../../lib/api.ts';
import { notify } from '../../lib/notify.tsx';
import { announceHoldings } from '../../lib/other-tabs.ts';
import type { ProductOperation } from './unsettled-operations.ts';

type Abandoned = Answer<'DELETE /api/Products/{id}/Purchase/{operationId}'>;

const abandonKey = (operationId: string) => ['operations', 'abandon', operationId] as const;

/** Abandons a purchase that waits for its cardholder, and reports the outcome. The dialog shows failures. */
export function useAbandonPurchase({ id: operationId, productId }: ProductOperation, name: string) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  return useMutation({
    mutationKey: abandonKey(operationId),
    mutationFn: () =>
      api('DELETE /api/Products/{id}/Purchase/{operationId}', { params: { id: productId, operationId } }),
    meta: { showsErrors: true },
    onSuccess: ({ status }) => {
      if (status === 'failed') notify.success(t`${name}: the purchase is given up. Nothing was bought.`);
      if (status === 'succeeded')
        notify.info(t`${name}: the payment was already confirmed, and your purchase is complete.`);
    },
    onSettled: () => announceHoldings(queryClient),
  });
}

/**
 * Whether the purchase is being abandoned and the provider has not answered yet. Meanwhile every page hides the
 * buttons.
 */
export function useIsBeingAbandoned(operationId: string): boolean {
  const answers = useMutationState({
    filters: { mutationKey: abandonKey(operationId), status: 'success' },
    select: ({ state }) => state.data as Abandoned,
  });
  return answers.some(({ status }) => status === 'pending' || status === 'requiresAction');
}
