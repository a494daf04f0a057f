import { Trans } from '@lingui/react/macro';
import type { User } from '@portico/contract';
import { type ReactNode, useState } from 'react';
import { useFormat } from '../../../lib/format.ts';
import { lazyPart } from '../../../lib/lazy.tsx';
import { can } from '../../../lib/permissions.ts';
import { Button, type ButtonProps } from '../../../ui/button.tsx';
import { Card, CardHeader } from '../../../ui/card.tsx';
import { PartBoundary } from '../../../ui/part-boundary.tsx';
import { SecondFactorTag } from '../../../ui/second-factor-tag.tsx';
import { useUserIdentities } from '../users.api.ts';
import type { UserQuestion } from './user-questions.tsx';
import { ActivationTag } from './user-tags.tsx';

const SetPasswordDialog = lazyPart(() =>
  import('./set-password-dialog.tsx').then((module) => module.SetPasswordDialog),
);
const UserQuestions = lazyPart(() => import('./user-questions.tsx').then((module) => module.UserQuestions));

type Opened = UserQuestion | 'password';

/** A user's sign-in methods, and an admin's actions on them. */
export function AccessCard({ user }: { user: User }) {
  const [opened, setOpened] = useState<Opened | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const open = (what: Opened) => {
    setOpened(what);
    setIsOpen(true);
  };
  return (
    <Card>
      <CardHeader title={<Trans>Access</Trans>} className="border-b border-line" />
      <AccessLines user={user} open={open} />
      <PartBoundary onFailure={() => setOpened(null)}>
        {opened === 'password' && <SetPasswordDialog user={user} open={isOpen} onOpenChange={setIsOpen} />}
        {opened !== null && opened !== 'password' && (
          <UserQuestions user={user} question={opened} open={isOpen} onOpenChange={setIsOpen} />
        )}
      </PartBoundary>
    </Card>
  );
}

function AccessLines({ user, open }: { user: User; open: (what: Opened) => void }) {
  const { date } = useFormat();
  const { allowed, active, isOwner, hasSecondFactor, lastLoginDate } = user;
  const lastLogin = lastLoginDate && date(lastLoginDate, 'dateTime');
  const opener = (what: Opened) => ({ what, open });
  return (
    <ul className="divide-y divide-line px-5">
      <AccessLine
        label={<Trans>Sign-in</Trans>}
        state={<ActivationTag user={user} />}
        note={lastLogin ? <Trans>Last login {lastLogin}</Trans> : <Trans>Never signed in</Trans>}
      >
        {allowed.standing && !isOwner && (
          <Opener {...opener(active ? 'deactivate' : 'activate')} variant={active ? 'dangerSecondary' : 'secondary'}>
            {active ? <Trans>Deactivate</Trans> : <Trans>Activate</Trans>}
          </Opener>
        )}
      </AccessLine>
      <AccessLine label={<Trans>Second factor</Trans>} state={<SecondFactorTag isOn={hasSecondFactor} />}>
        {allowed.waysIn && hasSecondFactor && (
          <Opener {...opener('resetSecondFactor')}>
            <Trans>Reset</Trans>
          </Opener>
        )}
      </AccessLine>
      <IdentitiesLine user={user} {...opener('releaseIdentities')} />
      {allowed.waysIn && (
        <>
          <AccessLine label={<Trans>Password</Trans>}>
            <Opener {...opener('password')}>
              <Trans>Change password</Trans>
            </Opener>
          </AccessLine>
          <AccessLine label={<Trans>Sessions</Trans>}>
            <Opener {...opener('endSessions')}>
              <Trans>End sessions</Trans>
            </Opener>
          </AccessLine>
        </>
      )}
      {allowed.ownership && (
        <AccessLine label={<Trans>Ownership</Trans>}>
          <Opener {...opener('transferOwnership')} variant="dangerSecondary">
            <Trans>Transfer ownership</Trans>
          </Opener>
        </AccessLine>
      )}
    </ul>
  );
}

/** The identity providers to which the user is linked, if there are any. */
function IdentitiesLine({ user, ...opener }: { user: User } & Omit<OpenerProps, 'children'>) {
  const { data } = useUserIdentities(user.id);
  const names = [...new Set(data?.items.map(({ provider }) => provider))];
  if (names.length === 0) return null;
  return (
    <AccessLine label={<Trans>Identity provider</Trans>} note={names.join(', ')}>
      {user.allowed.details && can('users.manageWaysIn') && (
        <Opener {...opener}>
          <Trans>Unlink</Trans>
        </Opener>
      )}
    </AccessLine>
  );
}

interface OpenerProps extends Pick<ButtonProps, 'variant' | 'children'> {
  what: Opened;
  open: (what: Opened) => void;
}

/** A button that opens a dialog, whose code loads while the pointer rests on the button. */
function Opener({ what, open, ...button }: OpenerProps) {
  const { warmUp } = what === 'password' ? SetPasswordDialog : UserQuestions;
  return <Button {...warmUp} {...button} size="sm" aria-haspopup="dialog" onClick={() => open(what)} />;
}

interface AccessLineProps {
  label: ReactNode;
  state?: ReactNode;
  note?: ReactNode;
  /** The button at the end of the line. */
  children?: ReactNode;
}

function AccessLine({ label, state, note, children }: AccessLineProps) {
  return (
    <li className="flex min-h-14 flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <div className="min-w-0">
        <span className="flex flex-wrap items-center gap-2">
          <span className="font-medium">{label}</span>
          {state}
        </span>
        {note && <span className="block text-xs text-muted">{note}</span>}
      </div>
      {children}
    </li>
  );
}
