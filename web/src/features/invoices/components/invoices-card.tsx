import { Trans } from '@lingui/react/macro';
import { ArrowRight } from 'lucide-react';
import { useRememberedCount } from '../../../lib/remembered-count.ts';
import { Card, CardHeader } from '../../../ui/card.tsx';
import { TextLink } from '../../../ui/link.tsx';
import { useInvoices } from '../api/list-invoices.ts';
import { InvoiceTable, NoInvoices } from './invoice-table.tsx';

/** How many of them the dashboard shows (INV-3). */
const shown = 5;

/** The newest five invoices with the way to all of them (INV-3). */
export function InvoicesCard() {
  const query = useInvoices({ page: 1, pageSize: shown, sortField: 'created', order: 'desc' });
  const rows = useRememberedCount('invoices', query.data?.items.length ?? null, shown, shown);
  const hasInvoices = (query.data?.items.length ?? 0) > 0;
  return (
    <Card>
      <CardHeader
        className="min-h-14 px-4 py-3"
        title={<Trans>Invoices</Trans>}
        action={
          hasInvoices && (
            <TextLink to="/Billing/Invoices">
              <Trans>View all</Trans> <ArrowRight aria-hidden="true" />
            </TextLink>
          )
        }
      />
      <InvoiceTable query={query} skeletonRows={rows} empty={<NoInvoices className="pt-4 pb-8" />} />
    </Card>
  );
}
