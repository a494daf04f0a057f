import { Trans } from '@lingui/react/macro';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { DefaultPermissionsCard } from '../../accounts/default-permissions/components/default-permissions-card.tsx';
import { DefaultProductsCard } from '../../accounts/default-permissions/components/default-products-card.tsx';
import { paths } from '../../app/paths.ts';
import { can } from '../../lib/permissions.ts';
import { Card } from '../../ui/card.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { InvitationTable } from '../invitations/components/invitation-table.tsx';
import { UserImport } from '../user-imports/components/user-import.tsx';

/** Adds users from a CSV file. */
export function UserImportPage() {
  const navigate = useNavigate();
  return (
    <>
      <PageHeader
        description={
          <Trans>
            New users get the account’s default permissions and products. All users of a file are added, or none.
          </Trans>
        }
      />
      <UserImport onImported={() => void navigate({ to: paths.users })} />
    </>
  );
}

const invitationsFrom = '/Account/Settings/Users/Invitations';

/** The account's open invitations. */
export function InvitationsPage() {
  const search = useSearch({ from: invitationsFrom });
  const navigate = useNavigate({ from: invitationsFrom });
  return (
    <>
      <PageHeader />
      <Card className="overflow-hidden">
        <InvitationTable
          search={search}
          onSearchChange={(change) => void navigate({ search: { ...search, ...change } as typeof search })}
        />
      </Card>
    </>
  );
}

/** The default permissions and products of new users. */
export function DefaultProductsPage() {
  return (
    <>
      <PageHeader
        description={
          can('defaultPermissions.manage') ? undefined : (
            <Trans>You can view this. An admin of your account can change it.</Trans>
          )
        }
      />
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <DefaultPermissionsCard />
        <DefaultProductsCard />
      </div>
    </>
  );
}
