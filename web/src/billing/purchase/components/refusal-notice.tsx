import { Trans } from '@lingui/react/macro';
import { useFormat } from '../../../lib/format.ts';
import { requestPayment } from '../../../lib/payment-request.ts';
import { can } from '../../../lib/permissions.ts';
import { type ApiError, describeProblem } from '../../../lib/problem.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { useUnpaidInvoice } from '../api/find-unpaid-invoice.ts';
import { useFlow } from './flow-context.ts';

/** Why nothing of the product can be bought now, said at the first step; an unpaid invoice with the way to pay it. */
export function RefusalNotice({ error }: { error: ApiError }) {
  const { product } = useFlow();
  const { money } = useFormat();
  const unpaid = useUnpaidInvoice(product.id, error.code === 'Conflict');
  const amount = unpaid && money(unpaid.amount, unpaid.currency);
  return (
    <Alert
      tone="bad"
      actions={
        unpaid &&
        can('invoices.pay') && (
          <Button size="sm" variant="primary" onClick={() => requestPayment(unpaid.invoiceId)}>
            <Trans>Pay now</Trans>
          </Button>
        )
      }
    >
      {amount && (
        <>
          <strong className="font-semibold">
            <Trans>{amount} is unpaid.</Trans>
          </strong>{' '}
        </>
      )}
      {describeProblem(error)}
    </Alert>
  );
}
