import { useLingui } from '@lingui/react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useProducts } from '../../features/catalog/api/list-products.ts';
import { AllInvoices } from '../../features/invoices/list/all-invoices.tsx';
import { InvoiceSections } from '../../features/invoices/list/invoice-sections.tsx';
import { Card } from '../../ui/card.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { titles } from '../titles.ts';

export function InvoicesPage() {
  const { i18n } = useLingui();
  const search = useSearch({ from: '/Billing/Invoices/' });
  const navigate = useNavigate({ from: '/Billing/Invoices/' });
  const products = useProducts();
  return (
    <>
      <PageHeader title={i18n._(titles.invoices)} actions={<InvoiceSections />} />
      <Card className="overflow-hidden">
        <AllInvoices
          search={search}
          onSearchChange={(change) => void navigate({ search: (before) => ({ ...before, ...change }) })}
          products={products.data?.items ?? []}
        />
      </Card>
    </>
  );
}
