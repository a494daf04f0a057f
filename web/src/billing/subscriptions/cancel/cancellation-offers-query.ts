import { useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type Answer, api } from '../../../lib/api.ts';
import { useLocale } from '../../../lib/locale.ts';
import { notify } from '../../../lib/notify.tsx';
import { settled } from '../../../lib/operation.ts';
import { announceHoldings } from '../../../lib/other-tabs.ts';

export type CancellationOffer = Answer<'GET /api/Subscription/{id}/CancellationOffers'>['items'][number];

const none: readonly CancellationOffer[] = [];

/** What the vendor offers to who cancels; nothing while that is not known, or cannot be learned: nobody waits for offers. */
export function useCancellationOffers(id: number, options: { enabled: boolean }): readonly CancellationOffer[] {
  const locale = useLocale();
  const { data } = useQuery({
    queryKey: ['cancellations', 'offers', id, locale],
    queryFn: ({ signal }) => api('GET /api/Subscription/{id}/CancellationOffers', { params: { id }, signal }),
    meta: { showsErrors: true },
    ...options,
  });
  return data?.items ?? none;
}

interface AcceptOptions {
  /** Waits for what else is to be sent first. */
  beforeStay: () => Promise<void>;
  /** The customer stays, or the outcome is not known at once. The offer itself may be gone from the page by then. */
  onStay: () => void;
}

/** Takes the discount of an offer. The dialog shows failures. */
export function useAcceptOffer(id: number, { beforeStay, onStay }: AcceptOptions) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const showPending = () => {
    onStay();
    void announceHoldings(queryClient);
  };
  return useMutation({
    mutationFn: async (offerId: string) => {
      await beforeStay();
      const request = { params: { id, offerId }, body: {} };
      const answer = await api('POST /api/Subscription/{id}/CancellationOffers/{offerId}', request);
      return settled(answer, { onPending: showPending });
    },
    meta: { showsErrors: true },
    onSuccess: () => {
      notify.success(t`Your discount is in place. Nothing was canceled.`);
      onStay();
    },
    onSettled: () => announceHoldings(queryClient),
  });
}

/** Says that the plan or interval of an offer is looked at, so that the vendor learns what keeps customers. A failure is nothing to the customer. */
export function useFollowOffer(id: number) {
  return useMutation({
    mutationFn: (offerId: string) =>
      api('POST /api/Subscription/{id}/CancellationOffers/{offerId}/Follow', { params: { id, offerId }, body: {} }),
    meta: { showsErrors: true },
  });
}
