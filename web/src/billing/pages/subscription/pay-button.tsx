import { Trans } from '@lingui/react/macro';
import type { UnpaidInvoice } from '@portico/contract';
import { requestPayment } from '../../../lib/payment-request.ts';
import { can } from '../../../lib/permissions.ts';
import { Button } from '../../../ui/button.tsx';

/** Opens the payment of what is owed over the page. Nothing for users who may not pay. */
export function PayButton({ unpaid }: { unpaid: UnpaidInvoice }) {
  if (!can('invoices.pay')) return null;
  return (
    <Button size="sm" variant="danger" onClick={() => requestPayment(unpaid.invoiceId)}>
      <Trans>Pay now</Trans>
    </Button>
  );
}
