import { Trans } from '@lingui/react/macro';
import { ArrowRight } from 'lucide-react';
import { Card, CardHeader } from '../../../ui/card.tsx';
import { TextLink } from '../../../ui/link.tsx';
import { useInvoices } from '../api/list-invoices.ts';
import { InvoiceTable, NoInvoices } from './invoice-table.tsx';

/** The newest five invoices with the way to all of them (spec 1 §2 'Billing dashboard'). */
export function InvoicesCard() {
  const query = useInvoices({ page: 1, pageSize: 5, sortField: 'created', order: 'desc' });
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
      <InvoiceTable query={query} skeletonRows={5} empty={<NoInvoices className="pt-4 pb-8" />} />
    </Card>
  );
}
