import { Trans, useLingui } from '@lingui/react/macro';
import { cancellationReasons } from '../../../lib/cancellation-reasons.ts';
import { useFormat } from '../../../lib/format.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { CsvMenu } from '../../../ui/csv-menu.tsx';
import { NativeSelect } from '../../../ui/native-select.tsx';
import { type ReasonSearch, reportAddress, useReasonMonths } from '../cancellations.api.ts';
import { useReasonWords } from '../reason-words.ts';

interface FilterProps {
  search: ReasonSearch;
  onSearchChange: (change: Partial<ReasonSearch>) => void;
}

/** Filters months and list by product. */
export function ProductFilter({ search: { productId }, onSearchChange }: FilterProps) {
  const { t } = useLingui();
  const products = useReasonMonths(productId).data?.products ?? [];
  return (
    <NativeSelect
      aria-label={t`Product`}
      className="h-9 min-w-48"
      value={productId ?? ''}
      onChange={(value) => onSearchChange({ productId: value || undefined, page: 1 })}
      options={[{ value: '', label: t`All products` }, ...products.map(({ id, name }) => ({ value: id, label: name }))]}
    />
  );
}

/** Filters the list. */
export function ReasonFilters({ search, onSearchChange }: FilterProps) {
  const { t } = useLingui();
  const { date } = useFormat();
  const words = useReasonWords();
  const { productId, month, reason, withComment } = search;
  const known = useReasonMonths(productId).data?.items.map((item) => item.month) ?? [];
  // The chosen month stays in its select, even if another product has no cancellation in it.
  const months = [...new Set(month ? [...known, month] : known)].sort().reverse();
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-3 border-b border-line px-4 pb-4 sm:px-6">
      <NativeSelect
        aria-label={t`Month`}
        className="h-9 min-w-48"
        value={month ?? ''}
        onChange={(value) => onSearchChange({ month: value || undefined, page: 1 })}
        options={[
          { value: '', label: t`All months` },
          ...months.map((one) => ({ value: one, label: date(`${one}T12:00:00Z`, 'monthYear') })),
        ]}
      />
      <NativeSelect
        aria-label={t`Reason`}
        className="h-9 min-w-48"
        value={reason ?? ''}
        onChange={(value) => onSearchChange({ reason: cancellationReasons.find((known) => known === value), page: 1 })}
        options={[
          { value: '', label: t`All reasons` },
          ...cancellationReasons.map((known) => ({ value: known, label: words(known) })),
        ]}
      />
      <Checkbox
        label={<Trans>Only with a comment</Trans>}
        checked={withComment ?? false}
        onChange={(event) => onSearchChange({ withComment: event.target.checked || undefined, page: 1 })}
      />
      <div className="ml-auto">
        <CsvMenu href={reportAddress(search)} />
      </div>
    </div>
  );
}
