import { Trans } from '@lingui/react/macro';
import { ConfirmDialog, type OpenedConfirmDialogProps } from '../../../ui/confirm-dialog.tsx';
import { Day } from '../../../ui/moment.tsx';
import type { SubscriptionDetail } from '../api/get-subscription.ts';
import { CancelDialog } from '../cancel/cancel-dialog.tsx';
import { useAmountText } from './subscription-text.tsx';

interface CancellationDialogProps extends OpenedConfirmDialogProps {
  action: 'cancel' | 'restore';
  subscription: SubscriptionDetail;
}

/** Says what will happen before a subscription is canceled or restored, and why not where it failed. */
export function CancellationDialog({ action, subscription, ...props }: CancellationDialogProps) {
  if (action === 'cancel') return <CancelDialog {...props} subscription={subscription} />;
  return (
    <ConfirmDialog
      {...props}
      title={<Trans>Restore this subscription?</Trans>}
      description={<Restoration subscription={subscription} />}
      confirmLabel={<Trans>Restore subscription</Trans>}
      cancelLabel={<Trans>Not now</Trans>}
      tone="primary"
    />
  );
}

function Restoration({ subscription }: { subscription: SubscriptionDetail }) {
  const amount = useAmountText()(subscription);
  const { productName: product, expirationDate } = subscription;
  const day = expirationDate && <Day at={expirationDate} />;
  if (!day || subscription.amount === 0) return <Trans>{product} will continue as before.</Trans>;
  return (
    <Trans>
      {product} will continue and renew on {day} for {amount}, before tax.
    </Trans>
  );
}
