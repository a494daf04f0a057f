import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { lazyPartWith } from '../../../lib/catalogs.ts';
import { can } from '../../../lib/permissions.ts';
import { useRequestedAction } from '../../../lib/requested-action.ts';
import { Button } from '../../../ui/button.tsx';
import { PartBoundary } from '../../../ui/part-boundary.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import type { SubscriptionDetail } from '../subscriptions.api.ts';
import { useAwaitChange, useCancelSubscription, useRestoreSubscription } from '../subscriptions.api.ts';

const CancellationDialog = lazyPartWith(['cancel'], () =>
  import('./cancellation-dialog.tsx').then((module) => module.CancellationDialog),
);

interface CancellationActionsProps {
  subscription: SubscriptionDetail;
  /**
   * Called when the subscription was canceled on this page.
   * @param needAdditionalActions whether an invoice is still unpaid
   */
  onCanceled: (needAdditionalActions: boolean) => void;
}

/**
 * Shows Cancel or Restore, as the subscription allows (SUB-5, SUB-18), if the user may. While a change is pending, a
 * notice replaces the buttons.
 */
export function CancellationActions({ subscription, onCanceled }: CancellationActionsProps) {
  const [dialog, setDialog] = useState<'cancel' | 'restore'>();
  /** The dialog starts over each time it opens. */
  const [opened, setOpened] = useState(0);
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  const cancel = useCancelSubscription({ onPending: close, onCanceled });
  const restore = useRestoreSubscription({ onPending: close });
  const isChanging = cancel.isPending || restore.isPending;
  useAwaitChange(subscription, !isChanging, onCanceled);

  const open = (which: 'cancel' | 'restore') => {
    cancel.reset();
    restore.reset();
    setDialog(which);
    setOpened(opened + 1);
    setIsOpen(true);
  };
  const mutation = dialog === 'restore' ? restore : cancel;
  const isUnsettled = (isChanging && !isOpen) || (!isChanging && subscription.pendingOperationId !== null);
  const { cancellationAllowed, restoreAllowed } = subscription;
  const mayChange = !isUnsettled && can('subscriptions.manage');
  useRequestedAction('cancel', subscription.id, () => mayChange && cancellationAllowed && open('cancel'));
  useRequestedAction('restore', subscription.id, () => mayChange && restoreAllowed && open('restore'));
  return (
    <>
      {isUnsettled ? (
        <Unsettled />
      ) : (
        can('subscriptions.manage') && (
          <>
            {cancellationAllowed && (
              <Button {...CancellationDialog.warmUp} onClick={() => open('cancel')}>
                <Trans>Cancel subscription</Trans>
              </Button>
            )}
            {restoreAllowed && (
              <Button {...CancellationDialog.warmUp} variant="primary" onClick={() => open('restore')}>
                <Trans>Restore subscription</Trans>
              </Button>
            )}
          </>
        )
      )}
      <PartBoundary onFailure={() => setDialog(undefined)}>
        {dialog && (
          <CancellationDialog
            key={opened}
            action={dialog}
            subscription={subscription}
            open={isOpen}
            onOpenChange={setIsOpen}
            isPending={mutation.isPending}
            error={mutation.error}
            onConfirm={() => mutation.mutate(subscription.id, { onSuccess: close, onError: () => setIsOpen(true) })}
          />
        )}
      </PartBoundary>
    </>
  );
}

function Unsettled() {
  return (
    <p role="status" className="flex h-9 items-center gap-2 text-muted">
      <Spinner />
      <Trans>Your change is being confirmed</Trans>
    </p>
  );
}
