import { Trans } from '@lingui/react/macro';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import { useKindName } from '../../lib/tax-id-name.ts';
import { Card } from '../../ui/card.tsx';
import { TextLink } from '../../ui/link.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { useBillingDetails } from '../billing-details/billing-details.api.ts';
import { PendingList } from '../invoices/coming/pending-list.tsx';
import { UpcomingList } from '../invoices/coming/upcoming-list.tsx';
import { InvoiceSections } from '../invoices/list/invoice-sections.tsx';

/** The next charges. */
export function UpcomingInvoicesPage() {
  const { page = 1 } = useSearch({ from: '/Billing/Invoices/Upcoming' });
  const navigate = useNavigate({ from: '/Billing/Invoices/Upcoming' });
  const showPage = useCallback(
    (wanted: number) => void navigate({ search: { page: wanted > 1 ? wanted : undefined } }),
    [navigate],
  );
  return (
    <>
      <PageHeader actions={<InvoiceSections />} />
      <BilledTo />
      <Card className="overflow-hidden">
        <UpcomingList page={page} onPageChange={showPage} />
      </Card>
    </>
  );
}

/** The payer of the next invoices, with a link to change it. */
function BilledTo() {
  const kindName = useKindName();
  const { data } = useBillingDetails();
  if (!data) return <div className="mb-4 h-6 max-sm:h-12" />;
  const { companyName, taxId, otherTaxIds, purchaseOrder } = data;
  const taxIds = [...(taxId ? [taxId] : []), ...otherTaxIds].map(({ kind, value }) => `${kindName(kind)} ${value}`);
  const parts = [companyName, ...taxIds, purchaseOrder].filter(Boolean);
  const billedTo = parts.join(' · ');
  return (
    <p className="mb-4 text-muted wrap-anywhere">
      <Trans>
        Billed to {billedTo} – <TextLink to="/Billing/Details">billing details</TextLink>
      </Trans>
    </p>
  );
}

/** Open invoices, and items that wait for an invoice. */
export function PendingInvoicesPage() {
  const search = useSearch({ from: '/Billing/Invoices/Pending' });
  const navigate = useNavigate({ from: '/Billing/Invoices/Pending' });
  return (
    <>
      <PageHeader actions={<InvoiceSections />} />
      <PendingList
        search={search}
        onSearchChange={(change) => void navigate({ search: { ...search, ...(change as Partial<typeof search>) } })}
      />
    </>
  );
}
