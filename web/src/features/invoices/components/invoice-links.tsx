import { Trans, useLingui } from '@lingui/react/macro';
import type { InvoiceRow } from '@portico/contract';
import { Download } from 'lucide-react';
import { cn } from '../../../lib/cn.ts';
import { can } from '../../../lib/permissions.ts';
import { buttonClasses } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { ExternalLink } from '../../../ui/link.tsx';
import { useInvoicePdf } from '../api/invoice.ts';
import { payAddress } from '../invoice-rules.ts';

/** Pay, for an open invoice, at the payment provider in a new tab; and its PDF. */
export function InvoiceLinks({ invoice }: { invoice: InvoiceRow }) {
  const { t } = useLingui();
  const pdf = useInvoicePdf();
  const pay = payAddress(invoice, can('invoices.pay'));
  const name = invoice.number ?? invoice.stripeId;
  return (
    <span className="inline-flex items-center justify-end gap-1 max-sm:pl-2">
      {pay && (
        <ExternalLink
          plain
          href={pay}
          aria-label={t`Pay invoice ${name} (opens in a new tab)`}
          className={cn(buttonClasses({ variant: 'accent', size: 'sm' }), 'max-sm:h-11')}
        >
          <Trans comment="Button: pays an invoice">Pay</Trans>
        </ExternalLink>
      )}
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
