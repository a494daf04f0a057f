import { Trans, useLingui } from '@lingui/react/macro';
import type { InvoiceRow, PendingInvoice } from '@portico/contract';
import { Download } from 'lucide-react';
import { cn } from '../../../lib/cn.ts';
import { requestPayment } from '../../../lib/payment-request.ts';
import { can } from '../../../lib/permissions.ts';
import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { isPayable } from '../invoice-rules.ts';
import { useInvoicePdf } from '../invoices.api.ts';

/** The buttons for the PDF and, if the invoice is open, for its payment. */
export function InvoiceLinks({ invoice }: { invoice: InvoiceRow }) {
  const { t } = useLingui();
  const pdf = useInvoicePdf();
  const name = invoice.number ?? invoice.stripeId;
  return (
    <span className="inline-flex items-center justify-end gap-1 max-sm:pl-2">
      {isPayable(invoice) && <PayButton invoice={invoice} />}
      {invoice.invoicePdf && (
        <IconButton
          size="sm"
          label={t`PDF of invoice ${name}`}
          aria-busy={pdf.isPending || undefined}
          className="max-sm:size-11"
          onClick={() => !pdf.isPending && pdf.mutate({ id: invoice.stripeId, name })}
        >
          <Download aria-hidden="true" className={cn(pdf.isPending && 'animate-pulse')} />
        </IconButton>
      )}
    </span>
  );
}

/** The payment button of a pending invoice; nothing if the invoice is a draft. */
export function PayPending({ invoice }: { invoice: PendingInvoice }) {
  return invoice.status === 'open' && invoice.amountRemaining > 0 && <PayButton invoice={invoice} />;
}

/** Opens the payment over the page; nothing for users who may not pay (INV-2). */
function PayButton({ invoice: { number, stripeId } }: { invoice: Pick<InvoiceRow, 'number' | 'stripeId'> }) {
  const { t } = useLingui();
  if (!can('invoices.pay')) return null;
  const name = number ?? stripeId;
  return (
    <Button
      size="sm"
      variant="accent"
      aria-label={t`Pay invoice ${name}`}
      className="max-sm:h-11"
      onClick={() => requestPayment(stripeId)}
    >
      <Trans comment="Button: pays an invoice">Pay</Trans>
    </Button>
  );
}
