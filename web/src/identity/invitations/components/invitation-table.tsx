import { Trans, useLingui } from '@lingui/react/macro';
import type { Invitation } from '@portico/contract';
import { Ellipsis, MailPlus } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useFormat } from '../../../lib/format.ts';
import { lazyPart } from '../../../lib/lazy.tsx';
import { columnsFor } from '../../../ui/data-table/columns.ts';
import { ActionsHeader, DataTable } from '../../../ui/data-table/data-table.tsx';
import type { ListSearch } from '../../../ui/data-table/search.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { TextLink } from '../../../ui/link.tsx';
import { PartBoundary } from '../../../ui/part-boundary.tsx';
import { useInvitations } from '../invitations.api.ts';
import { InvitationTag } from './invitation-text.tsx';

const InvitationMenu = lazyPart(() => import('./invitation-menu.tsx').then((module) => module.InvitationMenu));

const column = columnsFor<Invitation>();

/** The account's open invitations, the newest first. */
export function InvitationTable(props: { search: ListSearch; onSearchChange: (change: Partial<ListSearch>) => void }) {
  const { search, onSearchChange } = props;
  const { t } = useLingui();
  const columns = useColumns();
  return (
    <DataTable
      caption={t`Invitations`}
      columns={columns}
      query={useInvitations(search)}
      rowId={({ userId }) => String(userId)}
      search={search}
      onSearchChange={onSearchChange}
      offersSortSelect={false}
      errorTitle={<Trans>The invitations could not be loaded</Trans>}
      empty={
        <EmptyState
          icon={MailPlus}
          title={<Trans>No open invitations</Trans>}
          description={<Trans>Invited users are listed here until they set their first password.</Trans>}
        />
      }
    />
  );
}

function useColumns() {
  const { t } = useLingui();
  const { date } = useFormat();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the formatters change with the language, as `t` does
  return useMemo(
    () =>
      column.columns([
        column.display({
          id: 'email',
          header: t`Email`,
          cell: ({ row: { original } }) => (
            <TextLink
              to="/Account/Settings/Users/$userId/User/$id"
              params={{ userId: String(original.userId), id: String(original.userId) }}
            >
              {original.email}
            </TextLink>
          ),
          meta: { card: 'title', skeleton: 'w-40' },
        }),
        column.display({
          id: 'name',
          header: t`Name`,
          cell: ({ row: { original } }) => original.name,
          meta: { skeleton: 'w-28' },
        }),
        column.display({
          id: 'status',
          header: t`Status`,
          cell: ({ row: { original } }) => <InvitationTag isExpired={original.isExpired} />,
          meta: { card: 'status', skeleton: 'w-16' },
        }),
        column.display({
          id: 'sent',
          header: t`Sent on`,
          cell: ({ row: { original } }) => <span className="whitespace-nowrap">{date(original.sentAt)}</span>,
          meta: { card: 'date', skeleton: 'w-24' },
        }),
        column.display({
          id: 'sentBy',
          header: t`Sent by`,
          cell: ({ row: { original } }) => original.sentBy ?? <Trans>Unknown</Trans>,
          meta: { isSecondary: true, skeleton: 'w-24' },
        }),
        column.display({
          id: 'expires',
          header: t`Works until`,
          cell: ({ row: { original } }) => <span className="whitespace-nowrap">{date(original.expiresAt)}</span>,
          meta: { skeleton: 'w-24' },
        }),
        column.display({
          id: 'actions',
          header: () => <ActionsHeader />,
          cell: ({ row: { original } }) => <InvitationActions invitation={original} />,
          meta: { card: 'actions', align: 'end', skeleton: 'w-8' },
        }),
      ]),
    [t],
  );
}

/** The row's menu, whose code loads while the pointer or focus rests on its button. */
function InvitationActions({ invitation }: { invitation: Invitation }) {
  const { t } = useLingui();
  const [isWanted, setIsWanted] = useState(false);
  const { email, changeAllowed } = invitation;
  if (!changeAllowed) return null;
  const button = (
    <IconButton
      {...(!isWanted && { ...InvitationMenu.warmUp, onClick: () => setIsWanted(true) })}
      size="sm"
      label={t`Actions for ${email}`}
      aria-haspopup="menu"
    >
      <Ellipsis aria-hidden="true" />
    </IconButton>
  );
  return (
    <PartBoundary fallback={button} onFailure={() => setIsWanted(false)}>
      {isWanted ? <InvitationMenu invitation={invitation} trigger={button} /> : button}
    </PartBoundary>
  );
}
