import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { can } from '../../lib/permissions.ts';
import { describeProblem } from '../../lib/problem.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog, type OpenedConfirmDialogProps } from '../../ui/confirm-dialog.tsx';
import { useAbandonPurchase, useIsBeingAbandoned } from './abandon-purchase.ts';
import { useConfirmPayment } from './authenticate-payment.ts';
import { AuthenticationNoticeText } from './authentication-notice-text.tsx';
import { UnsettledAlert } from './unsettled-alert.tsx';
import type { ProductOperation } from './unsettled-operations.ts';
import { useFocusAfterRemoval } from './use-handed-on-focus.ts';

export interface OperationNoticeProps {
  operation: ProductOperation;
  /** The product's name. */
  name: string;
  className?: string;
}

/** A purchase that waits for its cardholder. Users who may buy can confirm or abandon it. */
export function AuthenticationNotice({ operation, name, className = '' }: OperationNoticeProps) {
  const confirm = useConfirmPayment(operation, name);
  const abandon = useAbandonPurchase(operation, name);
  const isBeingAbandoned = useIsBeingAbandoned(operation.id);
  const [isAsked, setIsAsked] = useState(false);
  const focus = useFocusAfterRemoval(isBeingAbandoned ? 'abandoning' : 'waiting');
  if (isBeingAbandoned) {
    return (
      <div {...focus} className={className}>
        <BeingAbandoned name={name} />
      </div>
    );
  }
  const stillWaits = confirm.data?.status === 'requiresAction' ? confirm.data.refusal : null;
  const refusal = confirm.error ? describeProblem(confirm.error) : stillWaits;
  return (
    <div {...focus} className={className}>
      <Alert
        tone="warning"
        actions={
          can('purchase.buy') && (
            <>
              <Button
                variant="dangerSecondary"
                disabled={confirm.isPending}
                onClick={() => {
                  abandon.reset();
                  setIsAsked(true);
                }}
              >
                <Trans>Give up</Trans>
              </Button>
              <Button variant="primary" pending={confirm.isPending} onClick={() => confirm.mutate()}>
                <Trans>Confirm payment</Trans>
              </Button>
            </>
          )
        }
      >
        <AuthenticationNoticeText name={name} />
        {refusal !== null && (
          <span role="alert" className="mt-1 block font-medium">
            {refusal || <Trans>Your bank did not confirm the payment. Please try again.</Trans>}
          </span>
        )}
      </Alert>
      <AbandonPurchaseDialog
        name={name}
        open={isAsked}
        onOpenChange={setIsAsked}
        isPending={abandon.isPending}
        error={abandon.error}
        onConfirm={() => abandon.mutate(undefined, { onSuccess: () => setIsAsked(false) })}
      />
    </div>
  );
}

function BeingAbandoned({ name }: Pick<OperationNoticeProps, 'name'>) {
  return (
    <UnsettledAlert title={<Trans>Being given up: {name}</Trans>}>
      <Trans>
        The payment provider has not answered yet. The purchase is given up as soon as it does. You do not have to do
        anything: this disappears automatically.
      </Trans>
    </UnsettledAlert>
  );
}

interface AbandonPurchaseDialogProps extends OpenedConfirmDialogProps {
  /** The product's name. */
  name: string;
}

/** Explains the loss before a purchase is abandoned, and shows the reason if abandoning fails. */
function AbandonPurchaseDialog({ name, ...props }: AbandonPurchaseDialogProps) {
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
