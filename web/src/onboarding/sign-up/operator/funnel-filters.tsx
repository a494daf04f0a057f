import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '../../../ui/button.tsx';
import { CsvMenu } from '../../../ui/csv-menu.tsx';
import { DateRangePicker } from '../../../ui/date-range/date-range-picker.tsx';
import { NativeSelect } from '../../../ui/native-select.tsx';
import { toDateRange, toDays } from './days.ts';
import { type FunnelSearch, reportAddress, selectedDays, useFunnel } from './funnel.ts';

interface FunnelFiltersProps {
  search: FunnelSearch;
  onSearchChange: (change: Partial<FunnelSearch>) => void;
}

/** Filters by day, brand and product, and a link to the same data as a file. */
export function FunnelFilters({ search, onSearchChange }: FunnelFiltersProps) {
  const { t } = useLingui();
  const { companies = [], products = [] } = useFunnel(search).data ?? {};
  const { from, companyId, productId } = search;
  const filter = (change: Partial<FunnelSearch>) => onSearchChange({ ...change, page: 1 });
  const isFiltered = from !== undefined || companyId !== undefined || productId !== undefined;
  return (
    <div className="flex flex-wrap items-center gap-2">
      <DateRangePicker
        label={t`Days`}
        className="max-sm:h-11 max-sm:w-full"
        value={toDateRange(selectedDays(search))}
        onChange={(range) => range && filter(toDays(range))}
        canClear={false}
        hasTimes={false}
      />
      <Choice
        label={t`Brand`}
        all={t`All brands`}
        value={companyId === undefined ? '' : String(companyId)}
        choices={companies.map(({ id, name }) => ({ value: String(id), label: name }))}
        onChange={(value) => filter({ companyId: value === '' ? undefined : Number(value) })}
      />
      <Choice
        label={t`Product`}
        all={t`All products`}
        value={productId ?? ''}
        choices={products.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={(value) => filter({ productId: value || undefined })}
      />
      {isFiltered && (
        <Button
          variant="quiet"
          className="max-sm:h-11"
          onClick={() => filter({ from: undefined, to: undefined, companyId: undefined, productId: undefined })}
        >
          <Trans>Clear the filters</Trans>
        </Button>
      )}
      <span className="ml-auto">
        <CsvMenu href={reportAddress(search)} />
      </span>
    </div>
  );
}

interface ChoiceProps {
  label: string;
  /** The label of the empty value. */
  all: string;
  value: string;
  choices: readonly { value: string; label: string }[];
  onChange: (value: string) => void;
}

function Choice({ label, all, value, choices, onChange }: ChoiceProps) {
  // The address may contain a brand or product that no longer exists.
  const isKnown = value === '' || choices.some((choice) => choice.value === value);
  return (
    <NativeSelect
      aria-label={label}
      className="h-9 w-52 max-sm:h-11 max-sm:w-full"
      value={value}
      onChange={onChange}
      options={[{ value: '', label: all }, ...choices, ...(isKnown ? [] : [{ value, label: value }])]}
    />
  );
}
