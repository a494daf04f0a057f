import { Trans } from '@lingui/react/macro';
import { useFormat } from '../../../lib/format.ts';
import { ConfirmDialog, type OpenedConfirmDialogProps } from '../../../ui/confirm-dialog.tsx';
import type { SubscriptionDetail } from '../api/get-subscription.ts';
import { useAmountText } from './subscription-text.tsx';

interface CancellationDialogProps extends OpenedConfirmDialogProps {
  action: 'cancel' | 'restore';
  subscription: SubscriptionDetail;
}

/** Says what will happen before a subscription is canceled or restored, and why not where it failed. */
export function CancellationDialog({ action, subscription, ...props }: CancellationDialogProps) {
  const isCancellation = action === 'cancel';
  return (
    <ConfirmDialog
      {...props}
      title={isCancellation ? <Trans>Cancel this subscription?</Trans> : <Trans>Restore this subscription?</Trans>}
      description={
        isCancellation ? <Cancellation subscription={subscription} /> : <Restoration subscription={subscription} />
      }
      confirmLabel={isCancellation ? <Trans>Cancel subscription</Trans> : <Trans>Restore subscription</Trans>}
      cancelLabel={isCancellation ? <Trans>Keep subscription</Trans> : <Trans>Not now</Trans>}
      tone={isCancellation ? 'danger' : 'primary'}
    />
  );
}

function Cancellation({ subscription }: { subscription: SubscriptionDetail }) {
  const { date } = useFormat();
  const { productName: product, expirationDate, trial, status } = subscription;
  const end = expirationDate && date(expirationDate);
  if (!end) return <Trans>{product} will no longer be renewed.</Trans>;
  return (
    <>
      {trial ? (
        <Trans>
          You can use {product} until your trial ends on {end}. You can restore the subscription until then.
        </Trans>
      ) : (
        <Trans>
          You can use {product} until {end}; it will not be renewed, and what is paid is not refunded. You can restore
          the subscription until then.
        </Trans>
      )}
      {status === 3 && (
        <>
          {' '}
          <Trans>The open invoice is still to be paid.</Trans>
        </>
      )}
    </>
  );
}

function Restoration({ subscription }: { subscription: SubscriptionDetail }) {
  const { date } = useFormat();
  const amount = useAmountText()(subscription);
  const { productName: product, expirationDate } = subscription;
  const day = expirationDate && date(expirationDate);
  if (!day || subscription.amount === 0) return <Trans>{product} will continue as before.</Trans>;
  return (
    <Trans>
      {product} will continue and renew on {day} for {amount}, before tax.
    </Trans>
  );
}
