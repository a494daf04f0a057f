import { Trans } from '@lingui/react/macro';
import { ConfirmDialog, type OpenedConfirmDialogProps } from '../../ui/confirm-dialog.tsx';

interface AbandonPurchaseDialogProps extends OpenedConfirmDialogProps {
  /** What the product is called. */
  name: string;
}

/** Says what is lost before a purchase is abandoned, and why not where that failed. */
export function AbandonPurchaseDialog({ name, ...props }: AbandonPurchaseDialogProps) {
  return (
    <ConfirmDialog
      {...props}
      title={<Trans>Give up this purchase?</Trans>}
      description={
        <Trans>
          {name}: your selection will not be bought, and you will not be charged for it. You can choose again right
          away.
        </Trans>
      }
      confirmLabel={<Trans>Give up purchase</Trans>}
      cancelLabel={<Trans>Keep waiting</Trans>}
    />
  );
}
