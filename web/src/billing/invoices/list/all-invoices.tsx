import { Trans } from '@lingui/react/macro';
import { FileText } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../../ui/button.tsx';
import type { ListSearch } from '../../../ui/data-table/search.ts';
import { readRange } from '../../../ui/date-range/range.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { InvoiceTable } from '../components/invoice-table.tsx';
import { invoicesReportAddress, useInvoices } from '../invoices.api.ts';
import { type InvoiceSearch, noFilters, toCreatedRange } from './invoice-search.ts';
import { InvoiceSums } from './invoice-sums.tsx';

interface AllInvoicesProps {
  search: InvoiceSearch;
  onSearchChange: (change: Partial<InvoiceSearch>) => void;
  /** The filters, with the address of the same list as a file. */
  renderFilters: (list: { reportAddress: string; isFiltered: boolean }) => ReactNode;
}

/** All invoices of the account, filtered, sorted and paged by the server, and as a file. */
export function AllInvoices({ search, onSearchChange, renderFilters }: AllInvoicesProps) {
  const { from, to, text, status, productId, ...place } = search;
  const range = readRange(from, to);
  const wanted = {
    ...place,
    ...(text && { text }),
    ...(status && { status }),
    ...(productId && { productId }),
    ...toCreatedRange(range),
  };
  const query = useInvoices(wanted);
  const isFiltered = [text, status, productId, range].some((filter) => filter !== undefined);
  const hasNone = !isFiltered && query.data?.total === 0;
  return (
    <>
      {!hasNone && renderFilters({ reportAddress: invoicesReportAddress(wanted), isFiltered })}
      {isFiltered && !query.isError && query.data?.total !== 0 && <InvoiceSums sums={query.data?.sums} />}
      <InvoiceTable
        query={query}
        search={search}
        onSearchChange={onSearchChange as (change: Partial<ListSearch>) => void}
        empty={
          isFiltered && (
            <EmptyState
              icon={FileText}
              title={<Trans>No invoice matches these filters</Trans>}
              action={
                <Button onClick={() => onSearchChange({ ...noFilters, page: 1 })}>
                  <Trans>Show all invoices</Trans>
                </Button>
              }
            />
          )
        }
      />
    </>
  );
}
