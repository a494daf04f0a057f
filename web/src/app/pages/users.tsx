import { useLingui } from '@lingui/react';
import { Trans } from '@lingui/react/macro';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { Suspense } from 'react';
import { useUser } from '../../features/users/api/user.ts';
import { UserTable, UserTags } from '../../features/users/components/user-table.tsx';
import { lazyPart, usePreload } from '../../lib/lazy.tsx';
import { Card } from '../../ui/card.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { LoadingCard, QueryView } from '../../ui/query-view.tsx';
import { titles } from '../titles.ts';

const UserForm = lazyPart(() =>
  import('../../features/users/components/user-form.tsx').then((module) => module.UserForm),
);

/** The account's users. */
export function UsersPage() {
  const { i18n } = useLingui();
  const search = useSearch({ from: '/Account/Settings/Users/' });
  const navigate = useNavigate({ from: '/Account/Settings/Users/' });
  return (
    <>
      <PageHeader title={i18n._(titles.users)} />
      <Card className="overflow-hidden">
        <UserTable search={search} onSearchChange={(change) => void navigate({ search: { ...search, ...change } })} />
      </Card>
    </>
  );
}

/** One user's details. */
export function UserPage() {
  const { i18n } = useLingui();
  const { id } = useParams({ from: '/Account/Settings/Users/$userId/User/$id' });
  const query = useUser(Number(id));
  usePreload(UserForm);
  const { data: user } = query;
  return (
    <>
      <PageHeader title={user?.login ?? i18n._(titles.editUser)} tags={user && <UserTags user={user} />} />
      <QueryView query={query} missing={<Trans>This user was not found</Trans>}>
        {(found) => (
          <Suspense fallback={<LoadingCard />}>
            <UserForm key={found.id} user={found} />
          </Suspense>
        )}
      </QueryView>
    </>
  );
}
