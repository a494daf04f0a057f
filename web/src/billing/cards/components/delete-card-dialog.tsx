import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { useBrandName } from '../../../lib/card-brands.ts';
import { notify } from '../../../lib/notify.tsx';
import { settled } from '../../../lib/operation.ts';
import { announceHoldings } from '../../../lib/other-tabs.ts';
import { describeProblem } from '../../../lib/problem.ts';
import { subscriptionLink } from '../../../lib/subscription-link.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { TextLink } from '../../../ui/link.tsx';
import { SkeletonText } from '../../../ui/skeleton.tsx';
import type { SavedCard } from '../api/list-cards.ts';
import { type PaidSubscription, subscriptionsIn, usePaidSubscriptions } from '../api/list-paid-subscriptions.ts';

interface DeleteCardDialogProps {
  card: SavedCard;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onDeleted: () => void;
}

/**
 * Asks before a card is deleted, and lists the subscriptions that prevent it. It closes while the deletion is
 * pending, and opens again if it failed.
 */
export function DeleteCardDialog({ card, open, onOpenChange, onDeleted }: DeleteCardDialogProps) {
  const remove = useDeleteCard(() => onOpenChange(false));
  const brand = useBrandName()(card.card.brand);
  const paid = usePaidSubscriptions(card);
  const refused = subscriptionsIn(remove.error);
  const { last4, isDefault } = card.card;
  const close = (next: boolean) => {
    if (!next) remove.reset();
    onOpenChange(next);
  };
  if (card.inUse || refused.length > 0) {
    const subscriptions = refused.length > 0 ? refused : paid;
    return (
      <CardInUse card={card} subscriptions={subscriptions} error={remove.error} open={open} onOpenChange={close} />
    );
  }
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={close}
      title={<Trans>Delete this card?</Trans>}
      description={
        isDefault ? (
          <Trans>
            {brand} ending in {last4} is the default card. After deleting it, choose another one for future payments.
          </Trans>
        ) : (
          <Trans>
            {brand} ending in {last4} can no longer be used for payments. You can add it again at any time.
          </Trans>
        )
      }
      confirmLabel={<Trans>Delete card</Trans>}
      isPending={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate(card.stripeId, { onSuccess: onDeleted, onError: () => onOpenChange(true) })}
    />
  );
}

interface CardInUseProps extends Pick<DeleteCardDialogProps, 'card' | 'open' | 'onOpenChange'> {
  /** Undefined until known. */
  subscriptions: readonly PaidSubscription[] | undefined;
  error: unknown;
}

/** Why a card cannot be deleted, with links to the subscriptions that it pays for. */
function CardInUse({ card, subscriptions, error, open, onOpenChange }: CardInUseProps) {
  const brand = useBrandName()(card.card.brand);
  const { last4 } = card.card;
  const count = subscriptions?.length ?? 1;
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={
        <Plural
          value={Math.max(1, count)}
          one="This card pays for a subscription"
          other="This card pays for # subscriptions"
        />
      }
      footer={
        <Button variant="primary" onClick={() => onOpenChange(false)}>
          <Trans>Close</Trans>
        </Button>
      }
    >
      <p>
        {subscriptions?.length === 0 ? (
          error ? (
            describeProblem(error)
          ) : (
            <Trans>
              {brand} ending in {last4} is still needed for an open invoice or for a change that is being confirmed.
            </Trans>
          )
        ) : (
          <Trans>
            {brand} ending in {last4} can be deleted once these are paid with another card, or have ended:
          </Trans>
        )}
      </p>
      {subscriptions === undefined && <SkeletonText lines={1} className="mt-3" />}
      {subscriptions !== undefined && subscriptions.length > 0 && (
        <ul className="mt-3 flex flex-col divide-y divide-line rounded-control border border-line">
          {subscriptions.map(({ id, productId, productName }) => (
            <li key={id} className="px-3.5 py-2.5">
              <TextLink {...subscriptionLink(productId, id)}>{productName}</TextLink>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}

/**
 * Deletes a saved card. The dialog shows failures: code Conflict if the card pays for a subscription.
 * @param onPending called if the outcome is not known immediately
 */
function useDeleteCard(onPending: () => void) {
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
