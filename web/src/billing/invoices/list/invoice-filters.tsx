import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '../../../ui/button.tsx';
import { CsvMenu } from '../../../ui/csv-menu.tsx';
import { DateRangePicker } from '../../../ui/date-range/date-range-picker.tsx';
import { readRange } from '../../../ui/date-range/range.ts';
import { NativeSelect } from '../../../ui/native-select.tsx';
import { TextFilter } from '../../../ui/text-filter.tsx';
import { type InvoiceSearch, noFilters } from './invoice-search.ts';

export interface InvoiceFiltersProps {
  search: InvoiceSearch;
  onSearchChange: (change: Partial<InvoiceSearch>) => void;
  /** The products to filter by. */
  products: readonly { id: string; displayName: string }[];
  /** The address of the same list as a file. */
  reportAddress: string;
  isFiltered: boolean;
}

/** The filters of the list, and the list as a file. */
export function InvoiceFilters({ search, onSearchChange, products, reportAddress, isFiltered }: InvoiceFiltersProps) {
  const { t } = useLingui();
  const filter = (change: Partial<InvoiceSearch>) => onSearchChange({ ...change, page: 1 });
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
      {/* The button keeps its place while it is hidden, so that its neighbors do not move. */}
      <Button
        variant="quiet"
        className="max-sm:h-11"
        style={{ visibility: isFiltered ? 'visible' : 'hidden' }}
        onClick={() => filter(noFilters)}
      >
        <Trans>Clear the filters</Trans>
      </Button>
      <span className="ml-auto">
        <CsvMenu href={reportAddress} />
      </span>
    </div>
  );
}

interface StatusFilterProps {
  status: InvoiceSearch['status'];
  onChange: (status: InvoiceSearch['status']) => void;
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
      className="h-9 w-40 max-sm:h-11 max-sm:w-full"
      value={status ?? ''}
      onChange={(value) => onChange(statuses.find((known) => known.value === value)?.value)}
      options={[{ value: '', label: t`All statuses` }, ...statuses]}
    />
  );
}

interface ProductFilterProps extends Pick<InvoiceFiltersProps, 'products'> {
  productId: string | undefined;
  onChange: (productId: string | undefined) => void;
}

function ProductFilter({ productId, products, onChange }: ProductFilterProps) {
  const { t } = useLingui();
  // The address may have a product that is not sold any more.
  const isKnown = productId === undefined || products.some(({ id }) => id === productId);
  return (
    <NativeSelect
      aria-label={t`Product`}
      className="h-9 w-48 max-sm:h-11 max-sm:w-full"
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
