import type { VariantProps } from 'class-variance-authority';
import type { ReactNode } from 'react';
import { requestPayment } from '../../../lib/payment-request.ts';
import { can } from '../../../lib/permissions.ts';
import { Button, type buttonClasses } from '../../../ui/button.tsx';
import type { Unpaid } from '../model/attention.ts';

type PayInvoiceButtonProps = Pick<VariantProps<typeof buttonClasses>, 'variant' | 'size'> & {
  unpaid: Pick<Unpaid, 'invoiceId' | 'subscription'>;
  children: ReactNode;
};

/** Opens the payment of the invoice over the page; nothing for users who may not pay (INV-2). */
export function PayInvoiceButton({
  unpaid: { invoiceId, subscription },
  variant,
  size,
  children,
}: PayInvoiceButtonProps) {
  if (!can('invoices.pay')) return null;
  return (
    <Button variant={variant} size={size} onClick={() => requestPayment(invoiceId)}>
      {children}
      <span className="sr-only">{subscription?.productName}</span>
    </Button>
  );
}
