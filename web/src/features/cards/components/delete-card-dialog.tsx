import { Trans } from '@lingui/react/macro';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { useDeleteCard } from '../api/delete-card.ts';
import type { SavedCard } from '../api/list-cards.ts';
import { useBrandName } from './card-face.tsx';

interface DeleteCardDialogProps {
  card: SavedCard;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onDeleted: () => void;
}

/**
 * Asks before a card is forgotten, and says why not where it still pays for a subscription. It leaves the page to its reader while that is being confirmed, and
 * comes back where it failed.
 */
export function DeleteCardDialog({ card, open, onOpenChange, onDeleted }: DeleteCardDialogProps) {
  const remove = useDeleteCard(() => onOpenChange(false));
  const brand = useBrandName()(card.card.brand);
  const { last4, isDefault } = card.card;
  if (card.inUse) {
    return (
      <Dialog
        open={open}
        onOpenChange={onOpenChange}
        title={<Trans>This card pays for a subscription</Trans>}
        footer={
          <Button variant="primary" onClick={() => onOpenChange(false)}>
            <Trans>Close</Trans>
          </Button>
        }
      >
        <p>
          <Trans>
            {brand} ending in {last4} can be deleted once the subscription is paid with another card, or has been
            canceled.
          </Trans>
        </p>
      </Dialog>
    );
  }
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => {
        if (!next) remove.reset();
        onOpenChange(next);
      }}
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
