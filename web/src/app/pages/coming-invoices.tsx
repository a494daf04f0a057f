import { useLingui } from '@lingui/react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { PendingList } from '../../features/invoices/coming/pending-list.tsx';
import { UpcomingList } from '../../features/invoices/coming/upcoming-list.tsx';
import { InvoiceSections } from '../../features/invoices/list/invoice-sections.tsx';
import { Card } from '../../ui/card.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { titles } from '../titles.ts';

/** What will be charged next. */
export function UpcomingInvoicesPage() {
  const { i18n } = useLingui();
  return (
    <>
      <PageHeader title={i18n._(titles.upcomingInvoices)} actions={<InvoiceSections />} />
      <Card className="overflow-hidden">
        <UpcomingList />
      </Card>
    </>
  );
}

/** What waits to be paid, or for its invoice. */
export function PendingInvoicesPage() {
  const { i18n } = useLingui();
  const search = useSearch({ from: '/Billing/Invoices/Pending' });
  const navigate = useNavigate({ from: '/Billing/Invoices/Pending' });
  return (
    <>
      <PageHeader title={i18n._(titles.pendingInvoices)} actions={<InvoiceSections />} />
      <PendingList
        search={search}
        onSearchChange={(change) => void navigate({ search: { ...search, ...(change as Partial<typeof search>) } })}
      />
    </>
  );
}
