import { useLingui } from '@lingui/react/macro';
import { NativeSelect } from '../native-select.tsx';
import type { ListSearch } from './search.ts';

interface SortSelectProps {
  search: ListSearch;
  onSearchChange: (change: Partial<ListSearch>) => void;
  fields: readonly { id: string; label: string; isDate: boolean }[];
}

/** Sorts a table below 600 px, where it has no header. */
export function SortSelect({ search, onSearchChange, fields }: SortSelectProps) {
  const { t } = useLingui();
  const options = fields.flatMap(({ id, label, isDate }) => [
    { value: `${id} asc`, label: isDate ? t`${label}, oldest first` : t`${label}, ascending` },
    { value: `${id} desc`, label: isDate ? t`${label}, newest first` : t`${label}, descending` },
  ]);
  return (
    <div className="border-b border-line px-4 py-3 sm:hidden">
      <NativeSelect
        aria-label={t`Sort by`}
        value={`${search.sortField} ${search.order}`}
        options={options}
        onChange={(value) => {
          const [sortField, order] = value.split(' ');
          if (sortField) onSearchChange({ sortField, order: order === 'asc' ? 'asc' : 'desc', page: 1 });
        }}
      />
    </div>
  );
}
