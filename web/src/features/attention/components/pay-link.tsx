import { Trans } from '@lingui/react/macro';
import type { VariantProps } from 'class-variance-authority';
import type { ReactNode } from 'react';
import { can } from '../../../lib/permissions.ts';
import { buttonClasses } from '../../../ui/button.tsx';
import { ExternalLink } from '../../../ui/link.tsx';
import type { Unpaid } from '../model/attention.ts';

type PayLinkProps = Pick<VariantProps<typeof buttonClasses>, 'variant' | 'size'> & {
  unpaid: Pick<Unpaid, 'hostedInvoiceUrl' | 'subscription'>;
  children: ReactNode;
};

/** Leads to the payment provider's page of the invoice, in a new tab; nothing for those who may not pay (INV-2). */
export function PayLink({ unpaid: { hostedInvoiceUrl, subscription }, variant, size, children }: PayLinkProps) {
  if (!hostedInvoiceUrl || !can('invoices.pay')) return null;
  return (
    <ExternalLink plain href={hostedInvoiceUrl} className={buttonClasses({ variant, size })}>
      {children}
      <span className="sr-only">
        {subscription?.productName} <Trans>(opens in a new tab)</Trans>
      </span>
    </ExternalLink>
  );
}
