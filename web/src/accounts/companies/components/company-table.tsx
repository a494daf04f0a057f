import { Trans, useLingui } from '@lingui/react/macro';
import type { CompanyRow, CompanySortField } from '@portico/contract';
import { ownAccents, themes } from '@portico/contract/browser';
import { Palette } from 'lucide-react';
import { useMemo } from 'react';
import { useFormat } from '../../../lib/format.ts';
import { Badge } from '../../../ui/badge.tsx';
import { columnsFor } from '../../../ui/data-table/columns.ts';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import type { FilteredListSearch, ListSearch } from '../../../ui/data-table/search.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { TextLink } from '../../../ui/link.tsx';
import { TextFilter } from '../../../ui/text-filter.tsx';
import { useCompanies } from '../companies.api.ts';
import { themeFields } from '../model/company-draft.ts';

type Search = FilteredListSearch<CompanySortField>;

interface CompanyTableProps {
  search: Search;
  onSearchChange: (change: Partial<Search>) => void;
}

const column = columnsFor<CompanyRow>();

/** The vendor's brands, filtered, sorted and paged by the server (BRAND-1). */
export function CompanyTable({ search, onSearchChange }: CompanyTableProps) {
  const { t } = useLingui();
  const columns = useCompanyColumns();
  return (
    <>
      <TextFilter
        label={t`Filter by name or sign-up address`}
        text={search.textFilter}
        onChange={(textFilter) => onSearchChange({ textFilter, page: 1 })}
      />
      <DataTable
        caption={t`Brands`}
        columns={columns}
        query={useCompanies(search)}
        rowId={(row) => String(row.id)}
        search={search}
        onSearchChange={onSearchChange as (change: Partial<ListSearch>) => void}
        errorTitle={<Trans>The brands could not be loaded</Trans>}
        empty={<EmptyState icon={Palette} title={<Trans>No brand matches this text</Trans>} />}
      />
    </>
  );
}

function useCompanyColumns() {
  const { t } = useLingui();
  const { number } = useFormat();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the formatters change with the language, as `t` does
  return useMemo(
    () =>
      column.columns([
        column.accessor('name', {
          header: t`Name`,
          cell: ({ row: { original } }) => <Name company={original} />,
          meta: { card: 'title', skeleton: 'w-36' },
        }),
        column.display({
          id: 'slug',
          header: t`Sign-up address`,
          cell: ({ row: { original } }) => <span className="break-all text-muted">/signUp/{original.slug}</span>,
          meta: { skeleton: 'w-32' },
        }),
        column.display({
          id: 'accent',
          header: t`Accent color`,
          cell: ({ row: { original } }) => <Accents company={original} />,
          meta: { skeleton: 'w-12' },
        }),
        column.display({
          id: 'accounts',
          header: t`Accounts`,
          cell: ({ row: { original } }) => number(original.accounts),
          meta: { align: 'end', skeleton: 'w-8' },
        }),
      ]),
    [t],
  );
}

function Name({ company: { id, name, isDefault } }: { company: CompanyRow }) {
  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      <TextLink to="/Operator/Companies/$id" params={{ id: String(id) }}>
        {name}
      </TextLink>
      {isDefault && (
        <Badge tone="neutral">
          <Trans context="brand">Default</Trans>
        </Badge>
      )}
    </span>
  );
}

/** The accent colors of the light and the dark theme. */
function Accents({ company }: { company: CompanyRow }) {
  const [light, dark] = themes.map((theme) => company[themeFields[theme].accent] ?? ownAccents[theme]);
  return (
    <span className="inline-flex items-center gap-1.5">
      {[light, dark].map((color, index) => (
        <span
          key={themes[index]}
          aria-hidden="true"
          className="size-4 rounded border border-line-strong"
          style={{ background: color }}
        />
      ))}
      <span className="sr-only">{`${light} ${dark}`}</span>
    </span>
  );
}
