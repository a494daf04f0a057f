import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { can } from '../../lib/permissions.ts';
import { describeProblem } from '../../lib/problem.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { BeingConfirmedAlert } from './being-confirmed-alert.tsx';
import { useConfirmPayment } from './confirm-payment.ts';
import { useGiveUp, useIsBeingGivenUp } from './give-up.ts';
import { GiveUpDialog } from './give-up-dialog.tsx';
import type { OperationNoticeProps } from './operation-notice.tsx';
import { useHandedOnFocus } from './use-handed-on-focus.ts';
import { WaitingWords } from './waiting-words.tsx';

/** A purchase that waits for its card's holder, with both ways on to who may buy: confirming it, and giving it up. */
export function WaitingNotice({ operation, name, className = '' }: OperationNoticeProps) {
  const confirm = useConfirmPayment(operation, name);
  const giveUp = useGiveUp(operation, name);
  const isBeingGivenUp = useIsBeingGivenUp(operation.id);
  const [isAsked, setIsAsked] = useState(false);
  const focus = useHandedOnFocus(isBeingGivenUp ? 'givingUp' : 'waiting');
  if (isBeingGivenUp) {
    return (
      <div {...focus} className={className}>
        <BeingConfirmedAlert title={<Trans>Being given up: {name}</Trans>}>
          <Trans>
            The payment provider has not answered yet. The purchase is given up as soon as it does. There is nothing to
            do: this goes away by itself.
          </Trans>
        </BeingConfirmedAlert>
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
                  giveUp.reset();
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
        <WaitingWords name={name} />
        {refusal !== null && (
          <span role="alert" className="mt-1 block font-medium">
            {refusal || <Trans>Your bank did not confirm the payment. Please try again.</Trans>}
          </span>
        )}
      </Alert>
      <GiveUpDialog
        name={name}
        open={isAsked}
        onOpenChange={setIsAsked}
        isPending={giveUp.isPending}
        error={giveUp.error}
        onConfirm={() => giveUp.mutate(undefined, { onSuccess: () => setIsAsked(false) })}
      />
    </div>
  );
}
