import { Trans, useLingui } from '@lingui/react/macro';
import { paths } from '@portico/contract/browser';
import { Unlink } from 'lucide-react';
import type { ReactNode } from 'react';
import type { LinkPage } from '../api/mailed-link.ts';
import { Frame } from '../components/frame.tsx';
import { LinkButton, SubjectPicture } from '../components/parts.tsx';

/** Explains what to do instead of using a used, expired or replaced link, by the kind of link. */
export function UselessLink({ kind }: { kind: LinkPage }) {
  const { t } = useLingui();
  const advice: Record<LinkPage, { text: ReactNode; next: ReactNode }> = {
    resetPassword: {
      text: (
        <Trans>
          Links for a new password work once, within one hour, and only the newest one. Ask for another one.
        </Trans>
      ),
      next: (
        <LinkButton href={paths.forgottenPassword} variant="primary">
          <Trans>Ask for a new link</Trans>
        </LinkButton>
      ),
    },
    invitation: {
      text: (
        <Trans>
          If you have chosen your password already, sign in with it. If not, have the person who invited you send
          another invitation.
        </Trans>
      ),
      next: <SignInButton />,
    },
    confirmEmail: {
      text: (
        <Trans>
          If the address that you signed up with is not confirmed yet, we can send you a new link, with which you also
          choose a new password. If you changed your address, sign in and enter it once more in your profile.
        </Trans>
      ),
      next: (
        <div className="flex flex-col gap-3">
          <LinkButton href={paths.forgottenPassword} variant="primary">
            <Trans>Send a new link</Trans>
          </LinkButton>
          <SignInButton isSecondary />
        </div>
      ),
    },
    undoEmail: {
      text: (
        <Trans>
          An address can be taken back for one week. If you did not change it yourself, write to us: we will help you.
        </Trans>
      ),
      next: <SignInButton />,
    },
    endSession: {
      text: <Trans>The session has already ended. Your profile lists what is open in your name.</Trans>,
      next: <ProfileButton tab="sessions" />,
    },
  };
  return (
    <Frame title={t`This link no longer works`} step="useless" picture={<SubjectPicture icon={Unlink} />}>
      <p className="mb-5 text-muted">{advice[kind].text}</p>
      {advice[kind].next}
    </Frame>
  );
}

export function SignInButton({ isSecondary = false }: { isSecondary?: boolean }) {
  return (
    <LinkButton href={paths.login} variant={isSecondary ? 'secondary' : 'primary'}>
      <Trans>Sign in</Trans>
    </LinkButton>
  );
}

export function ProfileButton({ tab }: { tab?: string }) {
  return (
    <LinkButton href={tab ? `${paths.profile}?tab=${tab}` : paths.profile} variant="primary">
      <Trans>Go to your profile</Trans>
    </LinkButton>
  );
}
