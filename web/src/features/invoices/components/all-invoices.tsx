import { Trans, useLingui } from '@lingui/react/macro';
import { FileText } from 'lucide-react';
import { Button } from '../../../ui/button.tsx';
import { CsvLink } from '../../../ui/csv-link.tsx';
import type { ListSearch } from '../../../ui/data-table/index.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { NativeSelect } from '../../../ui/native-select.tsx';
import { TextFilter } from '../../../ui/text-filter.tsx';
import { invoicesReportAddress, useFirstInvoice, useInvoices } from '../api/list-invoices.ts';
import { spanOfYear, yearsSince } from '../invoice-rules.ts';
import { InvoiceTable } from './invoice-table.tsx';

export type InvoiceSearch = ListSearch<'created' | 'dueDate' | 'number' | 'status' | 'total'> & {
  /** How the number begins. */
  number: string | undefined;
  year: number | undefined;
};

interface AllInvoicesProps {
  search: InvoiceSearch;
  onSearchChange: (change: Partial<InvoiceSearch>) => void;
}

/** All invoices of the account, filtered, sorted and paged by the server, and the same as a file. */
export function AllInvoices({ search, onSearchChange }: AllInvoicesProps) {
  const { number, year, ...place } = search;
  const wanted = { ...place, ...(number && { number }), ...(year && spanOfYear(year)) };
  const query = useInvoices(wanted);
  const isFiltered = number !== undefined || year !== undefined;
  const hasNone = !isFiltered && query.data?.total === 0;
  return (
    <>
      {!hasNone && (
        <Filters search={search} onSearchChange={onSearchChange} reportAddress={invoicesReportAddress(wanted)} />
      )}
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
                <Button onClick={() => onSearchChange({ number: undefined, year: undefined, page: 1 })}>
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

function Filters({ search, onSearchChange, reportAddress }: AllInvoicesProps & { reportAddress: string }) {
  const { t } = useLingui();
  const years = yearsSince(useFirstInvoice(), search.year);
  return (
    <div className="flex flex-wrap items-center gap-2 border-b border-line p-4">
      <TextFilter
        className="w-full sm:w-64"
        label={t`Number begins with`}
        maxLength={50}
        text={search.number ?? ''}
        onChange={(text) => onSearchChange({ number: text || undefined, page: 1 })}
      />
      <NativeSelect
        aria-label={t`Year`}
        className="h-9 w-40 max-sm:flex-1"
        value={String(search.year ?? '')}
        onChange={(value) => onSearchChange({ year: value === '' ? undefined : Number(value), page: 1 })}
        options={[
          { value: '', label: t`All years` },
          ...years.map((year) => ({ value: String(year), label: String(year) })),
        ]}
      />
      <span className="ml-auto">
        <CsvLink href={reportAddress} />
      </span>
    </div>
  );
}
