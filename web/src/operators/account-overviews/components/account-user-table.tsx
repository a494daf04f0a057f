import { Trans, useLingui } from '@lingui/react/macro';
import type { AccountUser, AccountUserSortField } from '@portico/contract';
import { UserRound } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { useMedia } from '../../../lib/use-media.ts';
import { Badge } from '../../../ui/badge.tsx';
import { columnsFor } from '../../../ui/data-table/columns.ts';
import { ActionsHeader, DataTable } from '../../../ui/data-table/data-table.tsx';
import type { FilteredListSearch, ListSearch } from '../../../ui/data-table/search.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Moment } from '../../../ui/moment.tsx';
import { SecondFactorTag } from '../../../ui/second-factor-tag.tsx';
import { TextFilter } from '../../../ui/text-filter.tsx';
import { useAccountUsers } from '../account-overviews.api.ts';

type Search = FilteredListSearch<AccountUserSortField>;

interface AccountUserTableProps {
  accountId: number;
  search: Search;
  onSearchChange: (change: Partial<Search>) => void;
  /** The actions for a user, at the end of the row. */
  actions: (user: AccountUser) => ReactNode;
}

const column = columnsFor<AccountUser>();

/** Beside the account's facts there is no room for every column, so the second factor is below the login. */
const tightTable = '(width >= 600px) and (width < 1440px)';

/** The users of an account with second factor and last login, for operators (OPR-2). */
export function AccountUserTable({ accountId, search, onSearchChange, actions }: AccountUserTableProps) {
  const { t } = useLingui();
  const columns = useUserColumns(actions);
  return (
    <>
      <TextFilter
        className="border-y border-line p-4"
        label={t`Filter by login, name or email`}
        text={search.textFilter}
        onChange={(textFilter) => onSearchChange({ textFilter, page: 1 })}
      />
      <DataTable
        caption={t`Users`}
        columns={columns}
        query={useAccountUsers(accountId, search)}
        rowId={(row) => String(row.id)}
        search={search}
        onSearchChange={onSearchChange as (change: Partial<ListSearch>) => void}
        errorTitle={<Trans>The users could not be loaded</Trans>}
        empty={<EmptyState icon={UserRound} title={<Trans>No user matches this text</Trans>} />}
      />
    </>
  );
}

function useUserColumns(actions: AccountUserTableProps['actions']) {
  const { t } = useLingui();
  const isTight = useMedia(tightTable);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the language and the width change the columns
  return useMemo(
    () =>
      column.columns([
        column.accessor('login', {
          header: t`Login`,
          cell: ({ row: { original } }) => <LoginAndAddress user={original} hasSecondFactor={isTight} />,
          meta: { card: 'title', skeleton: 'w-36 h-9' },
        }),
        column.display({
          id: 'role',
          header: t`Role`,
          cell: ({ row: { original } }) => <RoleTags user={original} />,
          meta: { card: 'status', skeleton: 'w-16' },
        }),
        ...(isTight
          ? []
          : [
              column.display({
                id: 'secondFactor',
                header: t`Second factor`,
                cell: ({ row: { original } }) => <SecondFactorTag isOn={original.hasSecondFactor} />,
                meta: { skeleton: 'w-10' },
              }),
            ]),
        column.accessor('lastLoginDate', {
          header: t`Last login`,
          cell: ({ getValue }) => <Moment at={getValue()} none={<Trans>Never</Trans>} />,
          meta: { card: 'date', skeleton: 'w-24' },
        }),
        column.display({
          id: 'actions',
          header: ActionsHeader,
          cell: ({ row: { original } }) => actions(original),
          meta: { align: 'end', card: 'actions', skeleton: 'w-16' },
        }),
      ]),
    [t, isTight],
  );
}

interface LoginAndAddressProps {
  user: AccountUser;
  /** Whether the second factor has a column. */
  hasSecondFactor: boolean;
}

function LoginAndAddress({ user: { name, login, email, ...user }, hasSecondFactor }: LoginAndAddressProps) {
  return (
    <span className="min-w-0">
      <span className="font-medium">{name}</span>
      <span className="block text-sm font-normal break-all text-muted">
        {login === email ? email : `${login}, ${email}`}
      </span>
      {hasSecondFactor && (
        <span className="mt-1 flex flex-wrap items-center gap-1.5 text-sm font-normal text-muted">
          <Trans>Second factor</Trans> <SecondFactorTag isOn={user.hasSecondFactor} />
        </span>
      )}
    </span>
  );
}

function RoleTags({ user: { isOwner, isAdmin, readOnly, isActive } }: { user: AccountUser }) {
  const { t } = useLingui();
  return (
    <span className="inline-flex flex-wrap gap-1.5">
      <Badge tone={isOwner || isAdmin ? 'accent' : 'neutral'}>
        {isOwner ? t`Owner` : isAdmin ? t`Admin` : t`User`}
      </Badge>
      {readOnly && <Badge tone="neutral">{t`Read only`}</Badge>}
      {!isActive && <Badge tone="warning">{t`Inactive`}</Badge>}
    </span>
  );
}
