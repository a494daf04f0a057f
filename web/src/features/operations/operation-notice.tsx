import { Trans } from '@lingui/react/macro';
import { preloaded } from '../../lib/preloaded.ts';
import { describeProblem } from '../../lib/problem.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { useConfirmPayment } from './confirm-payment.ts';
import type { ProductOperation } from './live-operations.ts';

interface OperationNoticeProps {
  operation: ProductOperation;
  /** What the product is called. */
  name: string;
  className?: string;
}

/** What of a product is being confirmed, and the way on where it waits for the card's holder. */
export function OperationNotice({ operation, name, className }: OperationNoticeProps) {
  const { id: operationId, productId } = operation;
  const confirm = useConfirmPayment();
  if (operation.status === 'pending') {
    return (
      <Alert tone="info" className={className ?? ''}>
        <strong className="font-semibold">
          <Trans>Being confirmed: {name}</Trans>
        </strong>
        <br />
        {operation.kind === 'purchase' ? (
          <Trans>
            A purchase or change of this product is being confirmed with the payment provider. There is nothing to do:
            what comes of it appears here by itself.
          </Trans>
        ) : (
          <Trans>
            A change of this subscription is being confirmed with the payment provider. There is nothing to do.
          </Trans>
        )}
      </Alert>
    );
  }
  const mayConfirm = preloaded().user?.readOnly === false;
  const refusal = confirm.error ? describeProblem(confirm.error) : confirm.data;
  return (
    <Alert
      tone="warning"
      className={className ?? ''}
      actions={
        mayConfirm && (
          <Button
            variant="primary"
            pending={confirm.isPending}
            onClick={() => confirm.mutate({ productId, operationId })}
          >
            <Trans>Confirm payment</Trans>
          </Button>
        )
      }
    >
      <strong className="font-semibold">
        <Trans>Your bank asks you to confirm this payment</Trans>
      </strong>
      <br />
      <Trans>
        {name}: what was chosen is bought once you have confirmed. After an hour without it, nothing is bought.
      </Trans>
      {refusal !== null && refusal !== undefined && (
        <span role="alert" className="mt-1 block font-medium">
          {refusal || <Trans>Your bank did not confirm the payment. Please try again.</Trans>}
        </span>
      )}
    </Alert>
  );
}
