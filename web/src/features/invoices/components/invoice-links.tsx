import { Trans, useLingui } from '@lingui/react/macro';
import type { InvoiceRow } from '@portico/contract';
import { Download } from 'lucide-react';
import { cn } from '../../../lib/cn.ts';
import { can } from '../../../lib/permissions.ts';
import { buttonClasses } from '../../../ui/button.tsx';
import { iconButtonClasses } from '../../../ui/icon-button.tsx';
import { ExternalLink } from '../../../ui/link.tsx';
import { payAddress } from '../invoice-rules.ts';

/** Pay, for an open invoice, and its PDF; both at the payment provider, in a new tab. */
export function InvoiceLinks({ invoice }: { invoice: InvoiceRow }) {
  const { t } = useLingui();
  const pay = payAddress(invoice, can('invoices.pay'));
  const name = invoice.number ?? invoice.stripeId;
  return (
    <span className="inline-flex items-center justify-end gap-1 max-sm:pl-2">
      {pay && (
        <ExternalLink
          plain
          href={pay}
          aria-label={t`Pay invoice ${name} (opens in a new tab)`}
          className={buttonClasses({ variant: 'accent', size: 'sm' })}
        >
          <Trans comment="Button: pays an invoice">Pay</Trans>
        </ExternalLink>
      )}
      {invoice.invoicePdf && (
        <ExternalLink
          plain
          href={invoice.invoicePdf}
          title={t`PDF`}
          aria-label={t`PDF of invoice ${name} (opens in a new tab)`}
          className={cn(iconButtonClasses, 'size-8 pointer-coarse:size-9')}
        >
          <Download aria-hidden="true" />
        </ExternalLink>
      )}
    </span>
  );
}
