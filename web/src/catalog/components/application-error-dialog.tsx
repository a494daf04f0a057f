import { Trans } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import type { TileError } from '../model/tile-actions.ts';

interface ApplicationErrorDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  productId: string;
  productName: string;
  error: TileError;
}

/** The server's reason why a product cannot be opened, with a link to resolve it (CAT-20). */
export function ApplicationErrorDialog({
  open,
  onOpenChange,
  productId,
  productName,
  error,
}: ApplicationErrorDialogProps) {
  const navigate = useNavigate();
  if (error.kind === 'other') {
    return (
      <Dialog
        open={open}
        onOpenChange={onOpenChange}
        size="sm"
        title={<Trans>{productName} cannot be opened</Trans>}
        description={error.message}
        footer={
          <Button variant="primary" onClick={() => onOpenChange(false)}>
            <Trans>OK</Trans>
          </Button>
        }
      >
        <p className="text-muted">
          <Trans>An admin of your account can change that.</Trans>
        </p>
      </Dialog>
    );
  }
  const isPayment = error.kind === 'paymentMethod';
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      tone="primary"
      title={isPayment ? <Trans>The payment failed</Trans> : <Trans>No active subscription</Trans>}
      description={error.message}
      confirmLabel={isPayment ? <Trans>Update payment</Trans> : <Trans>Choose a plan</Trans>}
      onConfirm={() =>
        void navigate(isPayment ? { to: '/Billing' } : { to: '/Products/$id/Subscription', params: { id: productId } })
      }
    />
  );
}
