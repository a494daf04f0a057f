import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { useBrandName } from '../../../lib/card-brands.ts';
import { requestCardReplacement } from '../../../lib/card-replacement-request.ts';
import { notify } from '../../../lib/notify.tsx';
import { settled } from '../../../lib/operation.ts';
import { announceHoldings } from '../../../lib/other-tabs.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import type { SavedCard } from '../api/list-cards.ts';
import { subscriptionsIn } from '../api/list-paid-subscriptions.ts';

interface DeleteCardDialogProps {
  card: SavedCard;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onDeleted: () => void;
}

/**
 * Asks before a card is deleted. Closes while the deletion is pending, and reopens if it fails. If the card turns out
 * to pay for subscriptions, its replacement opens instead.
 */
export function DeleteCardDialog({ card, open, onOpenChange, onDeleted }: DeleteCardDialogProps) {
  const remove = useDeleteCard(() => onOpenChange(false));
  const brand = useBrandName()(card.card.brand);
  const { last4, isDefault } = card.card;
  const close = (next: boolean) => {
    if (!next) remove.reset();
    onOpenChange(next);
  };
  const onError = (error: unknown) => {
    const isPaying = subscriptionsIn(error).length > 0;
    if (isPaying) requestCardReplacement(card.stripeId);
    onOpenChange(!isPaying);
  };
  if (card.inUse) return <CardInUse card={card} open={open} onOpenChange={close} />;
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
      onConfirm={() => remove.mutate(card.stripeId, { onSuccess: onDeleted, onError })}
    />
  );
}

/** Explains why a card cannot be deleted although it has no subscription that can be moved. */
function CardInUse({ card, open, onOpenChange }: Pick<DeleteCardDialogProps, 'card' | 'open' | 'onOpenChange'>) {
  const brand = useBrandName()(card.card.brand);
  const { last4 } = card.card;
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={<Trans>This card is still needed</Trans>}
      footer={
        <Button variant="primary" onClick={() => onOpenChange(false)}>
          <Trans>Close</Trans>
        </Button>
      }
    >
      <p>
        <Trans>
          {brand} ending in {last4} is still needed for an open invoice or for a change that is being confirmed.
        </Trans>
      </p>
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
