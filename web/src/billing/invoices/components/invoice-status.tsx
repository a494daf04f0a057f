import { Trans } from '@lingui/react/macro';
import type { InvoiceRow } from '@portico/contract';
import { Badge } from '../../../ui/badge.tsx';
import { invoiceTone, isOverdue } from '../invoice-rules.ts';

/** An invoice's status as a colored word (INV-1). */
export function InvoiceStatus({ invoice }: { invoice: Pick<InvoiceRow, 'status' | 'dueDate'> }) {
  return (
    <Badge tone={invoiceTone(invoice)}>
      {isOverdue(invoice) ? <Trans context="invoice status">Overdue</Trans> : <StatusWord status={invoice.status} />}
    </Badge>
  );
}

function StatusWord({ status }: { status: InvoiceRow['status'] }) {
  switch (status) {
    case 'draft':
      return <Trans context="invoice status">Draft</Trans>;
    case 'open':
      return <Trans context="invoice status">Open</Trans>;
    case 'paid':
      return <Trans context="invoice status">Paid</Trans>;
    case 'uncollectible':
      return <Trans context="invoice status">Uncollectible</Trans>;
    case 'void':
      return <Trans context="invoice status">Void</Trans>;
  }
}
