import { Trans, useLingui } from '@lingui/react/macro';
import type { User, UserRoleFilter, UserSortField } from '@portico/contract';
import { Users } from 'lucide-react';
import { useMemo } from 'react';
import { useFormat } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { columnsFor } from '../../../ui/data-table/columns.ts';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import type { FilteredListSearch, ListSearch } from '../../../ui/data-table/search.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { TextLink } from '../../../ui/link.tsx';
import { NativeSelect } from '../../../ui/native-select.tsx';
import { SecondFactorTag } from '../../../ui/second-factor-tag.tsx';
import { TextFilter } from '../../../ui/text-filter.tsx';
import { useUsers } from '../users.api.ts';
import { ActivationTag, RoleTags } from './user-tags.tsx';

export type UserSearch = FilteredListSearch<UserSortField> & {
  status: 'active' | 'inactive' | undefined;
  role: UserRoleFilter | undefined;
};

interface UserTableProps {
  search: UserSearch;
  onSearchChange: (change: Partial<UserSearch>) => void;
}

const column = columnsFor<User>();
const linkParameters = ({ id }: User) => ({ userId: String(id), id: String(id) });

/** The account's users, filtered, sorted and paged by the server. */
export function UserTable(props: UserTableProps) {
  const { search, onSearchChange } = props;
  const { t } = useLingui();
  const showAll = () => onSearchChange({ textFilter: '', status: undefined, role: undefined, page: 1 });
  return (
    <>
      <UserFilters {...props} />
      <DataTable
        caption={t`Users`}
        columns={useUserColumns()}
        query={useUsers(search)}
        rowId={(row) => String(row.id)}
        search={search}
        onSearchChange={onSearchChange as (change: Partial<ListSearch>) => void}
        errorTitle={<Trans>The users could not be loaded</Trans>}
        empty={
          <EmptyState
            icon={Users}
            title={<Trans>No user matches these filters</Trans>}
            action={
              <Button onClick={showAll}>
                <Trans>Show all users</Trans>
              </Button>
            }
          />
        }
      />
    </>
  );
}

function UserFilters({ search, onSearchChange }: UserTableProps) {
  const { t } = useLingui();
  return (
    <div className="flex flex-wrap items-center gap-2 border-b border-line p-4">
      <TextFilter
        className="w-full sm:w-96"
        label={t`Filter by login, name or email`}
        text={search.textFilter}
        onChange={(textFilter) => onSearchChange({ textFilter, page: 1 })}
      />
      <NativeSelect
        aria-label={t`Status`}
        className="h-9 w-44 max-sm:min-w-40 max-sm:flex-1"
        value={search.status ?? ''}
        onChange={(value) => onSearchChange({ status: (value || undefined) as UserSearch['status'], page: 1 })}
        options={[
          { value: '', label: t`All statuses` },
          { value: 'active', label: t`Active` },
          { value: 'inactive', label: t`Inactive` },
        ]}
      />
      <NativeSelect
        aria-label={t`Role`}
        className="h-9 w-44 max-sm:min-w-40 max-sm:flex-1"
        value={search.role ?? ''}
        onChange={(value) => onSearchChange({ role: (value || undefined) as UserSearch['role'], page: 1 })}
        options={[
          { value: '', label: t`All roles` },
          { value: 'owner', label: t`Owner` },
          { value: 'admin', label: t`Admin` },
          { value: 'user', label: t`User` },
          { value: 'readOnly', label: t`Read only` },
        ]}
      />
    </div>
  );
}

/** The name, and the email address below it if it is not the login. */
function UserName({ user: { firstName, lastName, email, login } }: { user: User }) {
  return (
    <span className="block sm:max-w-56 sm:truncate">
      {firstName} {lastName}
      {email !== login && <span className="block truncate text-sm text-muted">{email}</span>}
    </span>
  );
}

function useUserColumns() {
  const { t } = useLingui();
  const { date } = useFormat();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the formatters change with the language, as `t` does
  return useMemo(
    () =>
      column.columns([
        column.accessor('login', {
          header: t`Login`,
          cell: ({ row: { original } }) => (
            <TextLink to="/Account/Settings/Users/$userId/User/$id" params={linkParameters(original)}>
              {original.login}
            </TextLink>
          ),
          meta: { card: 'title', skeleton: 'w-32' },
        }),
        // Names are shown as they are sorted.
        column.accessor('firstName', {
          header: t`Name`,
          cell: ({ row: { original } }) => <UserName user={original} />,
          meta: { skeleton: 'w-32' },
        }),
        column.display({
          id: 'role',
          header: t`Role`,
          cell: ({ row }) => <RoleTags user={row.original} />,
          meta: { skeleton: 'w-16' },
        }),
        column.display({
          id: 'status',
          header: t`Status`,
          cell: ({ row }) => <ActivationTag user={row.original} />,
          meta: { card: 'status', skeleton: 'w-16' },
        }),
        column.display({
          id: 'secondFactor',
          header: t`Second factor`,
          cell: ({ row }) => <SecondFactorTag isOn={row.original.hasSecondFactor} />,
          meta: { isSecondary: true, skeleton: 'w-10' },
        }),
        column.accessor('lastLoginDate', {
          header: t`Last login`,
          cell: ({ row: { original } }) => (
            <span className="whitespace-nowrap text-muted">
              {original.lastLoginDate ? date(original.lastLoginDate) : <Trans>Never</Trans>}
            </span>
          ),
          meta: { card: 'date', skeleton: 'w-24' },
        }),
      ]),
    [t],
  );
}
