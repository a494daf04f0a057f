import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, type Ref, useRef, useState } from 'react';
import { api } from '../../../lib/api.ts';
import { notify } from '../../../lib/notify.tsx';
import { settled } from '../../../lib/operation.ts';
import { announceHoldings } from '../../../lib/other-tabs.ts';
import { describeProblem } from '../../../lib/problem.ts';
import { Button } from '../../../ui/button.tsx';
import { ShownAlert } from '../../../ui/shown-alert.tsx';
import type { SubscriptionDetail } from '../subscriptions.api.ts';

/** What the choice of a card provides to the row. */
export interface CardChoice {
  /** Returns the chosen card; a new one is saved first. An error has been shown already. */
  submit: () => Promise<{ paymentMethodId: string } | { error: string }>;
}

export interface ChangeCardPanelProps {
  subscription: SubscriptionDetail;
  /** The saved cards and the form of a new one. */
  renderCardChoice: (props: {
    ref: Ref<CardChoice>;
    preferred: string | null;
    disabled: boolean;
    /** Called once a card is shown as selected. */
    onReady: () => void;
  }) => ReactNode;
  onClose: () => void;
}

/** Changes the card of one subscription to another saved or a new card. */
export function ChangeCardPanel({ subscription, renderCardChoice, onClose }: ChangeCardPanelProps) {
  const choice = useRef<CardChoice>(null);
  const [isChoosing, setIsChoosing] = useState(false);
  const [hasCards, setHasCards] = useState(false);
  const change = useChangeCard(subscription.id);
  const { productName } = subscription;
  const isPending = isChoosing || change.isPending;
  async function submit() {
    if (isPending) return;
    change.reset();
    setIsChoosing(true);
    try {
      const outcome = await choice.current?.submit();
      if (!outcome || 'error' in outcome) return;
      change.mutate(outcome.paymentMethodId, { onSuccess: onClose });
    } finally {
      setIsChoosing(false);
    }
  }
  return (
    <div className="overflow-hidden rounded-card border border-line-strong">
      <div className="flex flex-col gap-3 p-4">
        <p className="text-muted">
          <Trans>From now on {productName} is charged to the card that you choose. Nothing is charged today.</Trans>
        </p>
        {renderCardChoice({
          ref: choice,
          preferred: subscription.chargedPaymentMethodId,
          disabled: isPending,
          onReady: () => setHasCards(true),
        })}
        {change.error && <ShownAlert>{describeProblem(change.error)}</ShownAlert>}
      </div>
      <div className="flex flex-wrap items-center gap-2 border-t border-line px-4 py-3">
        <Button
          variant="primary"
          className="max-sm:w-full"
          pending={isPending}
          disabled={!hasCards}
          onClick={() => void submit()}
        >
          <Trans>Use this card</Trans>
        </Button>
        <Button variant="quiet" className="max-sm:w-full" disabled={isPending} onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
      </div>
    </div>
  );
}

/** Charges a subscription to another saved card from now on. The row shows failures. */
function useChangeCard(subscriptionId: number) {
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
