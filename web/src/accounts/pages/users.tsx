import { Trans } from '@lingui/react/macro';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useEffect, useState } from 'react';
import { paths } from '../../app/paths.ts';
import { textFilterNavigation } from '../../app/text-filter-navigation.ts';
import { buildUrl } from '../../lib/api.ts';
import { lazyPart } from '../../lib/lazy.tsx';
import { can } from '../../lib/permissions.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { CsvMenu } from '../../ui/csv-menu.tsx';
import { ButtonLink } from '../../ui/link.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { PartBoundary } from '../../ui/part-boundary.tsx';
import { UserTable } from '../users/components/user-table.tsx';

const AddUserDialog = lazyPart(() =>
  import('../users/components/add-user-dialog.tsx').then((module) => module.AddUserDialog),
);

/** The account's users. `?m=a` opens the dialog that adds one, and is removed from the address. */
export function UsersPage() {
  const { m, ...search } = useSearch({ from: '/Account/Settings/Users' });
  const navigate = useNavigate({ from: '/Account/Settings/Users' });
  const [isAdding, setIsAdding] = useState<boolean | null>(null);
  const mayAdd = can('users.add');
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the flag leads to it, not another place in the list
  useEffect(() => {
    if (m !== 'a') return;
    if (mayAdd) setIsAdding(true);
    void navigate({ search: { ...search, m: undefined }, replace: true });
  }, [m]);
  const show = (id: number) => void navigate({ to: paths.user, params: { userId: String(id), id: String(id) } });
  return (
    <>
      <PageHeader
        actions={
          <>
            <UsersActions search={search} />
            {mayAdd && (
              <Button
                {...AddUserDialog.warmUp}
                variant="primary"
                aria-haspopup="dialog"
                onClick={() => setIsAdding(true)}
              >
                <Plus aria-hidden="true" />
                <Trans>Add user</Trans>
              </Button>
            )}
          </>
        }
      />
      <Card className="overflow-hidden">
        <UserTable
          search={search}
          onSearchChange={(change) =>
            void navigate({ search: { ...search, ...change }, ...textFilterNavigation(change) })
          }
        />
      </Card>
      <PartBoundary onFailure={() => setIsAdding(null)}>
        {isAdding !== null && <AddUserDialog open={isAdding} onOpenChange={setIsAdding} onAdded={show} />}
      </PartBoundary>
    </>
  );
}

/** Further actions on the account's users. */
function UsersActions({ search }: { search: object }) {
  return (
    <>
      <CsvMenu
        href={buildUrl('/Reports/CustomerUsersReport', {}, { ...search, page: null, pageSize: null, format: 'csv' })}
      />
      <ButtonLink to={paths.invitations}>
        <Trans>Invitations</Trans>
      </ButtonLink>
      {can('users.add') && (
        <ButtonLink to={paths.userImport}>
          <Trans>Import users</Trans>
        </ButtonLink>
      )}
    </>
  );
}
