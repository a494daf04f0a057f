import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { OpenSession, Proof } from '@portico/contract';
import { CircleHelp, Laptop, type LucideIcon, Smartphone, Tablet } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useFormat } from '../../../lib/format.ts';
import { can } from '../../../lib/permissions.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card, CardHeader } from '../../../ui/card.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { columnsFor } from '../../../ui/data-table/columns.ts';
import { ActionsHeader, DataTable } from '../../../ui/data-table/data-table.tsx';
import { useEndOtherSessions, useEndSession, useSessions } from '../profile.api.ts';

const column = columnsFor<OpenSession>();

const icons: Record<OpenSession['kind'], LucideIcon> = {
  desktop: Laptop,
  phone: Smartphone,
  tablet: Tablet,
  unknown: CircleHelp,
};

/** The user's sessions, with buttons to end them. */
export function SessionsCard() {
  const { t } = useLingui();
  const sessions = useSessions();
  const columns = useSessionColumns();
  const count = sessions.data?.total ?? 0;
  return (
    <Card className="overflow-hidden">
      <CardHeader
        title={<Trans>Where you are signed in</Trans>}
        description={count > 0 && <Plural value={count} one="# open session" other="# open sessions" />}
        action={<EndOthers count={count - 1} />}
      />
      <div className="border-t border-line">
        <DataTable
          caption={t`Where you are signed in`}
          columns={columns}
          query={sessions}
          rowId={(row) => row.id}
          skeletonRows={2}
          errorTitle={<Trans>Your sessions could not be loaded</Trans>}
        />
      </div>
    </Card>
  );
}

function EndOthers({ count }: { count: number }) {
  const end = useEndOtherSessions();
  const [isOpen, setIsOpen] = useState(false);
  if (count < 1 || !can('profile.manage')) return null;
  return (
    <>
      <Button variant="dangerSecondary" onClick={() => setIsOpen(true)}>
        <Plural value={count} one="End the other session" other="End # other sessions" />
      </Button>
      <ConfirmDialog
        open={isOpen}
        onOpenChange={(open) => {
          end.reset();
          setIsOpen(open);
        }}
        title={<Trans>End all other sessions?</Trans>}
        description={
          <Trans>
            Anyone signed in elsewhere has to sign in again. Remembered browsers are asked for the second factor again.
          </Trans>
        }
        confirmLabel={<Trans>End sessions</Trans>}
        isPending={end.isPending}
        error={end.error}
        onConfirm={() => end.mutate(undefined, { onSuccess: () => setIsOpen(false) })}
      />
    </>
  );
}

function useSessionColumns() {
  const { t } = useLingui();
  const { date, distance } = useFormat();
  const proofs = useProofWords();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the words and formatters change with the language, as `t` does
  return useMemo(
    () =>
      column.columns([
        column.display({
          id: 'browser',
          header: t`Browser`,
          cell: ({ row }) => <BrowserCell session={row.original} />,
          meta: { card: 'title', skeleton: 'w-48 h-9' },
        }),
        column.display({
          id: 'address',
          header: t`Address`,
          cell: ({ row }) => <span className="wrap-anywhere">{row.original.address ?? '–'}</span>,
          meta: { skeleton: 'w-24', isSecondary: true },
        }),
        column.display({
          id: 'proofs',
          header: t`Signed in with`,
          cell: ({ row }) => capitalized(row.original.proofs.map((proof) => proofs[proof]).join(', ')),
          meta: { skeleton: 'w-32' },
        }),
        column.display({
          id: 'since',
          header: t`Since`,
          cell: ({ row }) => (
            <span className="whitespace-nowrap text-muted">{date(row.original.beganAt, 'dateTime')}</span>
          ),
          meta: { skeleton: 'w-28' },
        }),
        column.display({
          id: 'seen',
          header: t`Last seen`,
          cell: ({ row: { original } }) =>
            original.isCurrent ? (
              <span className="font-medium text-ok">{t`Now`}</span>
            ) : (
              <span className="whitespace-nowrap text-muted" title={date(original.lastSeenAt, 'exact')}>
                {distance(original.lastSeenAt)}
              </span>
            ),
          meta: { skeleton: 'w-16' },
        }),
        column.display({
          id: 'actions',
          header: ActionsHeader,
          cell: ({ row }) => <EndButton session={row.original} />,
          meta: { align: 'end', card: 'actions', skeleton: 'w-12' },
        }),
      ]),
    [t],
  );
}

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

function useBrowserName(): (session: OpenSession) => string {
  const { t } = useLingui();
  return ({ browser, system }) => {
    if (browser && system) return t`${browser} on ${system}`;
    return browser || system || t`Unknown browser`;
  };
}

function BrowserCell({ session }: { session: OpenSession }) {
  const browserName = useBrowserName();
  const { date } = useFormat();
  const Icon = icons[session.kind];
  const day = date(session.beganAt, 'monthDay');
  return (
    <span className="flex min-w-0 items-center gap-3">
      <span className="grid size-9 shrink-0 place-items-center rounded-control bg-neutral-soft text-muted [&_svg]:size-4">
        <Icon aria-hidden="true" />
      </span>
      <span className="min-w-0">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
          {browserName(session)}
          {session.isCurrent && (
            <Badge tone="ok">
              <Trans>This browser</Trans>
            </Badge>
          )}
          {session.isActing && (
            <Badge tone="accent">
              <Trans>Support acts as you</Trans>
            </Badge>
          )}
          {!session.isCurrent && session.isNewBrowser && (
            <Badge tone="warning">
              <Trans>New browser</Trans>
            </Badge>
          )}
        </span>
        {!session.isCurrent && session.isNewBrowser && (
          <span className="block text-[13px] font-normal text-muted">
            <Trans>Was this you? First seen {day}</Trans>
          </span>
        )}
      </span>
    </span>
  );
}

function EndButton({ session }: { session: OpenSession }) {
  const { t } = useLingui();
  const browserName = useBrowserName();
  const end = useEndSession();
  if (session.isCurrent || !can('profile.manage')) return null;
  const name = browserName(session);
  return (
    <Button
      size="sm"
      aria-label={t`End the session of ${name}`}
      pending={end.isPending}
      onClick={() => end.mutate(session.id)}
    >
      <Trans>End</Trans>
    </Button>
  );
}

/** The names of the proofs with which users sign in. */
function useProofWords(): Record<Proof, string> {
  const { t } = useLingui();
  return {
    password: t`password`,
    authenticator: t`authenticator`,
    email: t`email code`,
    phone: t`text message`,
    recoveryCode: t`recovery code`,
    passkey: t`passkey`,
    google: t`Google`,
    sso: t`single sign-on`,
    breakGlass: t`break-glass code`,
  };
}
