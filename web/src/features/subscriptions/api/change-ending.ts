import { useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { notify } from '../../../lib/notify.tsx';
import { settled } from '../../../lib/operation.ts';

/** Milliseconds after which what was restored is read again (spec 1 §4). */
const restoredAgain = 1500;

interface Options {
  /** Called where the outcome is not known at once. */
  onPending: () => void;
}

function useRefresh() {
  const queryClient = useQueryClient();
  return () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: ['billing'] }),
      queryClient.invalidateQueries({ queryKey: ['subscriptions'] }),
      queryClient.invalidateQueries({ queryKey: ['products'] }),
    ]);
}

/** Has a subscription end with its period. The dialog shows failures. */
export function useCancelSubscription({ onPending }: Options) {
  const { t } = useLingui();
  const refresh = useRefresh();
  const show = () => {
    onPending();
    void refresh();
  };
  return useMutation({
    mutationFn: async (id: number) =>
      settled(await api('DELETE /api/Subscription/{id}/Cancel', { params: { id } }), { onPending: show }),
    meta: { showsErrors: true },
    onSuccess: ({ needAdditionalActions }) => {
      notify.success(t`Subscription canceled`);
      if (needAdditionalActions) notify.warning(t`An invoice of this subscription is still to be paid.`);
    },
    onSettled: refresh,
  });
}

/** Takes a cancellation back. The dialog shows failures. */
export function useRestoreSubscription({ onPending }: Options) {
  const { t } = useLingui();
  const refresh = useRefresh();
  const show = () => {
    onPending();
    void refresh();
  };
  return useMutation({
    mutationFn: async (id: number) =>
      settled(await api('POST /api/Subscription/{id}/DontCancel', { params: { id }, body: {} }), { onPending: show }),
    meta: { showsErrors: true },
    onSuccess: () => {
      notify.success(t`Subscription restored`);
      setTimeout(refresh, restoredAgain);
    },
    onSettled: refresh,
  });
}
