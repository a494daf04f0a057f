import { useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type Answer, api } from '../../../lib/api.ts';
import { useLocale } from '../../../lib/locale.ts';
import { notify } from '../../../lib/notify.tsx';
import { settled } from '../../../lib/operation.ts';
import { announceHoldings } from '../../../lib/other-tabs.ts';

export type CancellationOffer = Answer<'GET /api/Subscription/{id}/CancellationOffers'>['items'][number];

const none: readonly CancellationOffer[] = [];

/**
 * The vendor's offers to a canceling customer; empty while they are loading or if they failed, because the dialog
 * does not wait for them.
 */
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
  /** Waits for pending requests before the discount is accepted. */
  beforeStay: () => Promise<void>;
  /**
   * Called if the customer stays, or if the outcome is not known immediately. The offer may not be on the page any
   * more by then.
   */
  onStay: () => void;
}

/** Accepts the discount of an offer. The dialog shows failures. */
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

/**
 * Reports that a customer opened the plan or interval of an offer, so that the vendor learns which offers keep
 * customers. Failures are ignored.
 */
export function useFollowOffer(id: number) {
  return useMutation({
    mutationFn: (offerId: string) =>
      api('POST /api/Subscription/{id}/CancellationOffers/{offerId}/Follow', { params: { id, offerId }, body: {} }),
    meta: { showsErrors: true },
  });
}
