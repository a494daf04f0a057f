import { useLingui } from '@lingui/react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { AllInvoices } from '../../features/invoices/index.ts';
import { Card } from '../../ui/card.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { titles } from '../titles.ts';

export function InvoicesPage() {
  const { i18n } = useLingui();
  const search = useSearch({ from: '/Billing/Invoices' });
  const navigate = useNavigate({ from: '/Billing/Invoices' });
  return (
    <>
      <PageHeader title={i18n._(titles.invoices)} />
      <Card className="overflow-hidden">
        <AllInvoices
          search={search}
          onSearchChange={(change) => void navigate({ search: (before) => ({ ...before, ...change }) })}
        />
      </Card>
    </>
  );
}
