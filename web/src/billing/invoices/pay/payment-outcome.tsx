import { Trans } from '@lingui/react/macro';
import type { InvoicePayment } from '@portico/contract';
import { CircleCheck } from 'lucide-react';
import { cardName } from '../../../lib/card-brands.ts';
import { useFormat } from '../../../lib/format.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { Day } from '../../../ui/moment.tsx';
import { ShownAlert } from '../../../ui/shown-alert.tsx';
import type { PayState } from './use-invoice-payment.ts';

interface LastAttemptProps {
  payment: InvoicePayment;
  state: PayState;
  onOtherCard: () => void;
}

/** The outcome of the last attempt, here or earlier, with the next step. */
export function LastAttempt({ payment, state, onOtherCard }: LastAttemptProps) {
  if (state.phase === 'unconfirmed') {
    return (
      <Alert
        tone="warning"
        actions={
          <Button size="sm" onClick={onOtherCard}>
            <Trans>Use another card</Trans>
          </Button>
        }
      >
        {state.message && <>{state.message} </>}
        <Trans>Your bank wants you to confirm this payment. Until then nothing is charged.</Trans>
      </Alert>
    );
  }
  if (state.phase === 'pending') {
    return (
      <Alert tone="info">
        <Trans>This is being confirmed with the payment provider. There is nothing you need to do.</Trans>
      </Alert>
    );
  }
  if (state.phase !== 'idle') return null;
  if (state.error !== null) {
    return (
      <ShownAlert tone="bad">
        {state.error}{' '}
        {state.isDeclined && <Trans>Nothing was charged. Choose another card, or try this one again.</Trans>}
      </ShownAlert>
    );
  }
  if (payment.unsettled?.status === 'requiresAction') {
    return (
      <Alert tone="warning">
        <Trans>Your bank wants you to confirm this payment. Until then nothing is charged.</Trans>
      </Alert>
    );
  }
  return <EarlierTry payment={payment} />;
}

/** Why an earlier attempt failed. */
function EarlierTry({ payment: { lastTry } }: { payment: InvoicePayment }) {
  if (!lastTry) return null;
  const failed = <Day at={lastTry.at} isShort />;
  const paidWith = lastTry.card && cardName(lastTry.card);
  return (
    <Alert tone="warning">
      {paidWith ? (
        <Trans>
          {paidWith} was declined on {failed}.
        </Trans>
      ) : (
        <Trans>The payment failed on {failed}.</Trans>
      )}{' '}
      {lastTry.reason}
    </Alert>
  );
}

/** The invoice is paid, here or elsewhere, or cannot be paid any more. */
export function FinalOutcome({ payment, state }: { payment: InvoicePayment; state: PayState }) {
  const { money } = useFormat();
  const result = state.phase === 'paid' ? state.result : null;
  if (result === null && payment.status !== 'paid') {
    return (
      <Alert tone="warning">
        <Trans>This invoice can no longer be paid. Nothing was charged.</Trans>
      </Alert>
    );
  }
  const paid = result?.outcome === 'paid' && result.amountPaid !== null && money(result.amountPaid, result.currency);
  const product = payment.productName;
  return (
    <div role="status" className="flex flex-col items-center gap-3 py-4 text-center">
      <CircleCheck aria-hidden="true" className="size-10 text-ok" />
      <p className="text-lg font-semibold">
        {paid ? <Trans>{paid} was paid. Thank you.</Trans> : <Trans>This invoice is paid. Thank you.</Trans>}
      </p>
      {result?.outcome === 'alreadyPaid' && (
        <p className="text-muted">
          <Trans>It had been paid before: nothing was charged to this card.</Trans>
        </p>
      )}
      {result?.cardKept && (
        <p className="text-muted">
          {product ? (
            <Trans>This card pays the next renewals of {product} too.</Trans>
          ) : (
            <Trans>This card pays the next renewals too.</Trans>
          )}
        </p>
      )}
    </div>
  );
}
