import { Trans, useLingui } from '@lingui/react/macro';
import type { InvoiceRow } from '@portico/contract';
import { FileText } from 'lucide-react';
import { Button } from '../../../ui/button.tsx';
import { CsvLink } from '../../../ui/csv-link.tsx';
import type { ListSearch } from '../../../ui/data-table/index.ts';
import { DateRangePicker } from '../../../ui/date-range/date-range-picker.tsx';
import { readRange } from '../../../ui/date-range/range.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { NativeSelect } from '../../../ui/native-select.tsx';
import { TextFilter } from '../../../ui/text-filter.tsx';
import { invoicesReportAddress, useInvoices } from '../api/list-invoices.ts';
import { InvoiceTable } from '../components/invoice-table.tsx';
import { spanOf } from '../invoice-rules.ts';

interface Filters {
  /** A part of the number, product or description. */
  text: string | undefined;
  status: InvoiceRow['status'] | undefined;
  productId: string | undefined;
  /** The first and the last minute of a range, ISO 8601 in UTC; both or none. */
  from: string | undefined;
  to: string | undefined;
}

export type InvoiceSearch = ListSearch<'created' | 'dueDate' | 'number' | 'status' | 'total'> & Filters;

interface AllInvoicesProps {
  search: InvoiceSearch;
  onSearchChange: (change: Partial<InvoiceSearch>) => void;
  /** The products to filter by. */
  products: readonly { id: string; displayName: string }[];
}

const noFilters: Filters = { text: undefined, status: undefined, productId: undefined, from: undefined, to: undefined };

/** All invoices of the account, filtered, sorted and paged by the server, and the same as a file. */
export function AllInvoices(props: AllInvoicesProps) {
  const { search, onSearchChange } = props;
  const { from, to, text, status, productId, ...place } = search;
  const wanted = {
    ...place,
    ...(text && { text }),
    ...(status && { status }),
    ...(productId && { productId }),
    ...spanOf(readRange(from, to)),
  };
  const query = useInvoices(wanted);
  const isFiltered = [text, status, productId, from].some((filter) => filter !== undefined);
  const hasNone = !isFiltered && query.data?.total === 0;
  return (
    <>
      {!hasNone && <FilterBar {...props} reportAddress={invoicesReportAddress(wanted)} isFiltered={isFiltered} />}
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

interface FilterBarProps extends AllInvoicesProps {
  reportAddress: string;
  isFiltered: boolean;
}

function FilterBar({ search, onSearchChange, products, reportAddress, isFiltered }: FilterBarProps) {
  const { t } = useLingui();
  const filter = (change: Partial<Filters>) => onSearchChange({ ...change, page: 1 });
  return (
    <div className="flex flex-wrap items-center gap-2 border-b border-line p-4">
      <TextFilter
        className="w-full sm:w-80"
        label={t`Number, product or description`}
        maxLength={100}
        text={search.text ?? ''}
        onChange={(text) => filter({ text: text || undefined })}
      />
      <StatusFilter status={search.status} onChange={(status) => filter({ status })} />
      <ProductFilter productId={search.productId} products={products} onChange={(productId) => filter({ productId })} />
      <DateRangePicker
        label={t`Created`}
        className="max-sm:h-11 max-sm:w-full"
        value={readRange(search.from, search.to)}
        onChange={(range) => filter({ from: range?.start.toISOString(), to: range?.end.toISOString() })}
      />
      {isFiltered && (
        <Button variant="quiet" className="max-sm:h-11" onClick={() => filter(noFilters)}>
          <Trans>Clear the filters</Trans>
        </Button>
      )}
      <span className="ml-auto">
        <CsvLink href={reportAddress} />
      </span>
    </div>
  );
}

interface StatusFilterProps {
  status: Filters['status'];
  onChange: (status: Filters['status']) => void;
}

function StatusFilter({ status, onChange }: StatusFilterProps) {
  const { t } = useLingui();
  const statuses = [
    { value: 'open', label: t({ message: 'Open', context: 'invoice status' }) },
    { value: 'paid', label: t({ message: 'Paid', context: 'invoice status' }) },
    { value: 'draft', label: t({ message: 'Draft', context: 'invoice status' }) },
    { value: 'uncollectible', label: t({ message: 'Uncollectible', context: 'invoice status' }) },
    { value: 'void', label: t({ message: 'Void', context: 'invoice status' }) },
  ] as const;
  return (
    <NativeSelect
      aria-label={t`Status`}
      className="h-9 w-40 max-sm:h-11 max-sm:flex-1"
      value={status ?? ''}
      onChange={(value) => onChange(statuses.find((known) => known.value === value)?.value)}
      options={[{ value: '', label: t`All statuses` }, ...statuses]}
    />
  );
}

interface ProductFilterProps extends Pick<AllInvoicesProps, 'products'> {
  productId: string | undefined;
  onChange: (productId: string | undefined) => void;
}

function ProductFilter({ productId, products, onChange }: ProductFilterProps) {
  const { t } = useLingui();
  // A product that is not on offer any more can still be in the address.
  const isKnown = productId === undefined || products.some(({ id }) => id === productId);
  return (
    <NativeSelect
      aria-label={t`Product`}
      className="h-9 w-48 max-sm:h-11 max-sm:flex-1"
      value={productId ?? ''}
      onChange={(value) => onChange(value || undefined)}
      options={[
        { value: '', label: t`All products` },
        ...products.map(({ id, displayName }) => ({ value: id, label: displayName })),
        ...(isKnown ? [] : [{ value: productId, label: productId }]),
      ]}
    />
  );
}
