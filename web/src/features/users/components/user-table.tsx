import { Trans, useLingui } from '@lingui/react/macro';
import type { User, UserSortField } from '@portico/contract';
import { Users } from 'lucide-react';
import { useMemo } from 'react';
import { useFormat } from '../../../lib/format.ts';
import { Badge } from '../../../ui/badge.tsx';
import { columnsFor, DataTable, type FilteredListSearch, type ListSearch } from '../../../ui/data-table/index.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { TextLink } from '../../../ui/link.tsx';
import { TextFilter } from '../../../ui/text-filter.tsx';
import { useUsers } from '../api/list-users.ts';

type Search = FilteredListSearch<UserSortField>;

const column = columnsFor<User>();
const linkParameters = ({ id }: User) => ({ userId: String(id), id: String(id) });

/** The account's users, filtered, sorted and paged by the server. */
export function UserTable(props: { search: Search; onSearchChange: (change: Partial<Search>) => void }) {
  const { search, onSearchChange } = props;
  const { t } = useLingui();
  const { date } = useFormat();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the formatters change with the language, as `t` does
  const columns = useMemo(
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
        column.accessor('firstName', { header: t`First name`, meta: { skeleton: 'w-20' } }),
        column.accessor('lastName', { header: t`Last name`, meta: { skeleton: 'w-20' } }),
        column.accessor('email', { header: t`E-mail`, meta: { isSecondary: true, skeleton: 'w-40' } }),
        column.display({
          id: 'role',
          header: t`Role`,
          cell: ({ row: { original: user } }) => <UserTags user={user} />,
          meta: { card: 'status', skeleton: 'w-16' },
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
  return (
    <>
      <TextFilter
        label={t`Filter by login, name or e-mail`}
        text={search.textFilter}
        onChange={(textFilter) => onSearchChange({ textFilter, page: 1 })}
      />
      <DataTable
        caption={t`Users`}
        columns={columns}
        query={useUsers(search)}
        rowId={(row) => String(row.id)}
        search={search}
        onSearchChange={onSearchChange as (change: Partial<ListSearch>) => void}
        errorTitle={<Trans>The users could not be loaded</Trans>}
        empty={<EmptyState icon={Users} title={<Trans>No user matches this text</Trans>} />}
      />
    </>
  );
}

export function UserTags({ user: { isOwner, admin, readOnly, active } }: { user: User }) {
  const { t } = useLingui();
  const role = isOwner ? t`Owner` : admin ? t`Admin` : t`User`;
  return (
    <span className="inline-flex flex-wrap gap-1.5">
      <Badge tone={isOwner || admin ? 'accent' : 'neutral'}>{role}</Badge>
      {readOnly && <Badge tone="neutral">{t`Read only`}</Badge>}
      {!active && <Badge tone="warning">{t`Inactive`}</Badge>}
    </span>
  );
}
