import { Trans, useLingui } from '@lingui/react/macro';
import type { AccountRow, AccountSortField, Owed } from '@portico/contract';
import { Building2 } from 'lucide-react';
import { useMemo } from 'react';
import { useFormat } from '../../../lib/format.ts';
import { Badge } from '../../../ui/badge.tsx';
import { columnsFor } from '../../../ui/data-table/columns.ts';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import type { FilteredListSearch, ListSearch } from '../../../ui/data-table/search.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { TextLink } from '../../../ui/link.tsx';
import { TextFilter } from '../../../ui/text-filter.tsx';
import { useAccountList } from '../account-overviews.api.ts';

type Search = FilteredListSearch<AccountSortField>;

interface AccountTableProps {
  search: Search;
  onSearchChange: (change: Partial<Search>) => void;
}

const column = columnsFor<AccountRow>();

/** All accounts, filtered, sorted and paged by the server (OPR-2). */
export function AccountTable({ search, onSearchChange }: AccountTableProps) {
  const { t } = useLingui();
  const columns = useAccountColumns();
  return (
    <>
      <TextFilter
        label={t`Filter by name`}
        text={search.textFilter}
        onChange={(textFilter) => onSearchChange({ textFilter, page: 1 })}
      />
      <DataTable
        caption={t`Accounts`}
        columns={columns}
        query={useAccountList(search)}
        rowId={(row) => String(row.id)}
        search={search}
        onSearchChange={onSearchChange as (change: Partial<ListSearch>) => void}
        errorTitle={<Trans>The accounts could not be loaded</Trans>}
        empty={<EmptyState icon={Building2} title={<Trans>No account has this name</Trans>} />}
      />
    </>
  );
}

function useAccountColumns() {
  const { t } = useLingui();
  const { date, number } = useFormat();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the formatters change with the language, as `t` does
  return useMemo(
    () =>
      column.columns([
        column.accessor('name', {
          header: t`Name`,
          cell: ({ row: { original } }) => <NameAndBrand account={original} />,
          meta: { card: 'title', skeleton: 'w-36 h-9' },
        }),
        column.display({
          id: 'owner',
          header: t`Owner`,
          cell: ({ row: { original } }) => <Owner account={original} />,
          meta: { skeleton: 'w-36 h-9' },
        }),
        column.display({
          id: 'subscriptions',
          header: t`Live subscriptions`,
          cell: ({ row: { original } }) => number(original.liveSubscriptions),
          meta: { align: 'end', skeleton: 'w-8' },
        }),
        column.display({
          id: 'owed',
          header: t`Owed`,
          cell: ({ row: { original } }) => <OwedAmounts owed={original.owed} />,
          meta: { align: 'end', card: 'amount', skeleton: 'w-16' },
        }),
        column.accessor('createdAt', {
          header: t`Customer since`,
          cell: ({ row: { original } }) => <span className="whitespace-nowrap">{date(original.createdAt)}</span>,
          meta: { card: 'date', skeleton: 'w-24' },
        }),
        column.display({
          id: 'status',
          header: t`Status`,
          cell: ({ row: { original } }) => <AccountStatus isDisabled={original.isDisabled} />,
          meta: { card: 'status', skeleton: 'w-16' },
        }),
      ]),
    [t],
  );
}

function NameAndBrand({ account: { id, name, companyName } }: { account: AccountRow }) {
  return (
    <span>
      <TextLink to="/Operator/Accounts/$id" params={{ id: String(id) }}>
        {name}
      </TextLink>
      <span className="block text-sm font-normal text-muted">{companyName}</span>
    </span>
  );
}

function Owner({ account: { owner } }: { account: AccountRow }) {
  if (!owner) return <span className="text-muted">–</span>;
  return (
    <span className="max-sm:text-right">
      <span className="sm:whitespace-nowrap">{owner.name}</span>
      <span className="block text-sm text-muted max-sm:wrap-anywhere sm:max-w-56 sm:truncate" title={owner.email}>
        {owner.email}
      </span>
    </span>
  );
}

function AccountStatus({ isDisabled }: { isDisabled: boolean }) {
  return isDisabled ? (
    <Badge tone="bad">
      <Trans context="account">Disabled</Trans>
    </Badge>
  ) : (
    <Badge tone="ok">
      <Trans context="account">Enabled</Trans>
    </Badge>
  );
}

/** The unpaid amount, one line per currency. */
function OwedAmounts({ owed }: { owed: readonly Owed[] }) {
  const { money } = useFormat();
  if (owed.length === 0) return <span className="text-muted">–</span>;
  return (
    <span className="tabular-nums">
      {owed.map(({ currency, amount }) => (
        <span key={currency} className="block whitespace-nowrap">
          {money(amount, currency)}
        </span>
      ))}
    </span>
  );
}
