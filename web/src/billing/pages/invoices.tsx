import { useNavigate, useSearch } from '@tanstack/react-router';
import { Suspense } from 'react';
import { textFilterNavigation } from '../../app/text-filter-navigation.ts';
import { useProducts } from '../../catalog/catalog.api.ts';
import { lazyPart, usePreload } from '../../lib/lazy.tsx';
import { Card } from '../../ui/card.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { AllInvoices } from '../invoices/list/all-invoices.tsx';
import { InvoiceSections } from '../invoices/list/invoice-sections.tsx';

/** The filters' code loads together with the first answer. */
const InvoiceFilters = lazyPart(() =>
  import('../invoices/list/invoice-filters.tsx').then((module) => module.InvoiceFilters),
);

export function InvoicesPage() {
  const search = useSearch({ from: '/Billing/Invoices' });
  const navigate = useNavigate({ from: '/Billing/Invoices' });
  const products = useProducts();
  usePreload(InvoiceFilters);
  const change = (next: Partial<typeof search>) =>
    void navigate({ search: (before) => ({ ...before, ...next }), ...textFilterNavigation(next) });
  return (
    <>
      <PageHeader actions={<InvoiceSections />} />
      <Card className="overflow-hidden">
        <AllInvoices
          search={search}
          onSearchChange={change}
          renderFilters={(list) => (
            <Suspense fallback={<div className="h-[61px] border-b border-line max-lg:h-[99px] max-sm:h-[207px]" />}>
              <InvoiceFilters {...list} search={search} onSearchChange={change} products={products.data?.items ?? []} />
            </Suspense>
          )}
        />
      </Card>
    </>
  );
}
