import { Trans, useLingui } from '@lingui/react/macro';
import type { Operator, OperatorSortField } from '@portico/contract';
import { UserRound } from 'lucide-react';
import { useMemo } from 'react';
import { Badge } from '../../../ui/badge.tsx';
import { columnsFor } from '../../../ui/data-table/columns.ts';
import { ActionsHeader, DataTable } from '../../../ui/data-table/data-table.tsx';
import type { FilteredListSearch, ListSearch } from '../../../ui/data-table/search.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Moment } from '../../../ui/moment.tsx';
import { SecondFactorTag } from '../../../ui/second-factor-tag.tsx';
import { TextFilter } from '../../../ui/text-filter.tsx';
import { useOperators } from '../operators.api.ts';
import { OperatorActions } from './operator-actions.tsx';

type Search = FilteredListSearch<OperatorSortField>;

interface OperatorTableProps {
  search: Search;
  onSearchChange: (change: Partial<Search>) => void;
}

const column = columnsFor<Operator>();

/** The operators, filtered, sorted and paged by the server (OPR-9). */
export function OperatorTable({ search, onSearchChange }: OperatorTableProps) {
  const { t } = useLingui();
  const columns = useOperatorColumns();
  return (
    <>
      <TextFilter
        label={t`Filter by login, name or email`}
        text={search.textFilter}
        onChange={(textFilter) => onSearchChange({ textFilter, page: 1 })}
      />
      <DataTable
        caption={t`Operators`}
        columns={columns}
        query={useOperators(search)}
        rowId={(row) => String(row.id)}
        search={search}
        onSearchChange={onSearchChange as (change: Partial<ListSearch>) => void}
        errorTitle={<Trans>The operators could not be loaded</Trans>}
        empty={<EmptyState icon={UserRound} title={<Trans>No operator matches this text</Trans>} />}
      />
    </>
  );
}

function useOperatorColumns() {
  const { t } = useLingui();
  return useMemo(
    () =>
      column.columns([
        column.accessor('email', {
          header: t`Email`,
          cell: ({ row: { original } }) => <NameAndAddress operator={original} />,
          meta: { card: 'title', skeleton: 'w-36 h-9' },
        }),
        column.display({
          id: 'status',
          header: t`Status`,
          cell: ({ row: { original } }) => (
            <Badge tone={original.isActive ? 'ok' : 'warning'}>{original.isActive ? t`Active` : t`Inactive`}</Badge>
          ),
          meta: { card: 'status', skeleton: 'w-16' },
        }),
        column.display({
          id: 'secondFactor',
          header: t`Second factor`,
          cell: ({ row: { original } }) => <SecondFactorTag isOn={original.hasSecondFactor} />,
          meta: { skeleton: 'w-10' },
        }),
        column.accessor('lastLoginDate', {
          header: t`Last login`,
          cell: ({ getValue }) => <Moment at={getValue()} none={<Trans>Never</Trans>} />,
          meta: { card: 'date', skeleton: 'w-24' },
        }),
        column.display({
          id: 'actions',
          header: ActionsHeader,
          cell: ({ row: { original } }) => <OperatorActions operator={original} />,
          meta: { align: 'end', card: 'actions', skeleton: 'w-24' },
        }),
      ]),
    [t],
  );
}

function NameAndAddress({ operator: { name, email, isSelf } }: { operator: Operator }) {
  return (
    <span className="min-w-0">
      <span className="inline-flex flex-wrap gap-1.5 font-medium">
        {name}
        {isSelf && (
          <Badge tone="neutral">
            <Trans context="operator">You</Trans>
          </Badge>
        )}
      </span>
      <span
        className="block truncate text-sm font-normal text-muted max-sm:wrap-anywhere max-sm:whitespace-normal"
        title={email}
      >
        {email}
      </span>
    </span>
  );
}
