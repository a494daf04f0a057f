import { useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { notify } from '../../../lib/notify.tsx';
import { type ChangeAnswer, settled } from '../../../lib/operation.ts';
import { announceHoldings } from '../../../lib/other-tabs.ts';

/** Milliseconds after which what was restored is read again (SUB-17). */
const restoredAgain = 1500;

interface Options {
  /** Called where the outcome is not known at once. */
  onPending: () => void;
}

/** A change of when a subscription ends, followed until it is settled. */
function useChangeCancellation<Answer extends ChangeAnswer>(
  change: (id: number) => Promise<Answer>,
  { onPending, onSuccess }: Options & { onSuccess: (answer: Answer) => void },
) {
  const queryClient = useQueryClient();
  const showPending = () => {
    onPending();
    void announceHoldings(queryClient);
  };
  return useMutation({
    mutationFn: async (id: number) => settled(await change(id), { onPending: showPending }),
    meta: { showsErrors: true },
    onSuccess,
    onSettled: () => announceHoldings(queryClient),
  });
}

/**
 * Has a subscription end with its period. The dialog shows failures.
 * @param onCanceled told whether something is left to do: an invoice that is still to be paid (SUB-6)
 */
export function useCancelSubscription({
  onCanceled,
  ...options
}: Options & { onCanceled: (needAdditionalActions: boolean) => void }) {
  const { t } = useLingui();
  return useChangeCancellation((id) => api('DELETE /api/Subscription/{id}/Cancel', { params: { id } }), {
    ...options,
    onSuccess: ({ needAdditionalActions }) => {
      notify.success(t`Subscription canceled`);
      onCanceled(needAdditionalActions);
    },
  });
}

/** Takes a cancellation back. The dialog shows failures. */
export function useRestoreSubscription(options: Options) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  return useChangeCancellation((id) => api('POST /api/Subscription/{id}/DontCancel', { params: { id }, body: {} }), {
    ...options,
    onSuccess: () => {
      notify.success(t`Subscription restored`);
      setTimeout(() => void announceHoldings(queryClient), restoredAgain);
    },
  });
}
