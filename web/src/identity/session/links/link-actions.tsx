import { Trans, useLingui } from '@lingui/react/macro';
import { paths } from '@portico/contract/browser';
import { CircleCheck, Laptop, type LucideIcon, MailCheck, Undo2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { describeProblem } from '../../../lib/problem.ts';
import { signsIn } from '../../../lib/session.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { deleteToken, linkUses, type MailedLink } from '../api/mailed-link.ts';
import { nextAddress } from '../api/sign-in.ts';
import { Frame } from '../components/frame.tsx';
import { LinkButton, SubjectPicture } from '../components/parts.tsx';
import { isUseless } from './use-checked-link.ts';
import { ProfileButton, SignInButton } from './useless-link.tsx';

export interface GoodLinkProps {
  title: string;
  token: string;
  link: MailedLink;
  /** Called if the link has been used or has expired. */
  onUseless: () => void;
}

interface ActionProps extends GoodLinkProps {
  kind: keyof typeof linkUses;
  icon: LucideIcon;
  /** Explains what the button will do. */
  explanation: ReactNode;
  button: ReactNode;
  isDanger?: boolean;
  /** Shown below the button. */
  otherwise?: ReactNode;
  doneTitle: string;
  /** @param email the email address of the link */
  done: (email: string) => ReactNode;
}

/** A button and its result. Nothing happens before a press, because mail programs open links too (WEB-18). */
export function LinkAction({ title, token, kind, onUseless, ...rest }: ActionProps) {
  const [isPending, setIsPending] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [email, setEmail] = useState<string | null | undefined>(rest.link.isDone ? rest.link.email : undefined);

  const act = async () => {
    setProblem(undefined);
    setIsPending(true);
    signsIn(true);
    try {
      const result = await linkUses[kind](token);
      deleteToken(kind);
      if (result.signIn) return location.replace(nextAddress(result.signIn));
      signsIn(false);
      setEmail(result.email);
    } catch (error) {
      signsIn(false);
      if (isUseless(error)) return onUseless();
      setProblem(describeProblem(error));
    }
    setIsPending(false);
  };

  if (email !== undefined) {
    return (
      <Frame title={rest.doneTitle} step="done" picture={<SubjectPicture icon={CircleCheck} tone="ok" />}>
        {rest.done(email ?? '')}
      </Frame>
    );
  }
  return (
    <Frame title={title} picture={<SubjectPicture icon={rest.icon} />}>
      <div className="mb-5 text-muted wrap-anywhere">{rest.explanation}</div>
      {problem && (
        <Alert tone="bad" className="mb-4">
          {problem}
        </Alert>
      )}
      <Button
        variant={rest.isDanger ? 'danger' : 'primary'}
        size="lg"
        block
        pending={isPending}
        onClick={() => void act()}
      >
        {rest.button}
      </Button>
      {rest.otherwise && <p className="mt-4 text-sm text-muted">{rest.otherwise}</p>}
    </Frame>
  );
}

export const strong = 'font-medium text-ink';

export function ConfirmEmail(props: GoodLinkProps) {
  const { t } = useLingui();
  const { login, email } = props.link;
  return (
    <LinkAction
      {...props}
      kind="confirmEmail"
      icon={MailCheck}
      explanation={
        <Trans>
          From then on, <strong className={strong}>{login}</strong> gets mail at{' '}
          <strong className={strong}>{email}</strong>. The old address is notified.
        </Trans>
      }
      button={<Trans>Use this address</Trans>}
      otherwise={<Trans>If you did not ask for this, close the page: nothing changes.</Trans>}
      doneTitle={t`Your address is changed`}
      done={(address) => (
        <>
          <p className="mb-5 text-muted wrap-anywhere">
            <Trans>
              Mail now goes to <strong className={strong}>{address}</strong>.
            </Trans>
          </p>
          <ProfileButton />
        </>
      )}
    />
  );
}

export function UndoEmail(props: GoodLinkProps) {
  const { t } = useLingui();
  const { login, email } = props.link;
  return (
    <LinkAction
      {...props}
      kind="undoEmail"
      icon={Undo2}
      explanation={
        <Trans>
          <strong className={strong}>{login}</strong> gets mail at <strong className={strong}>{email}</strong> again,
          and every open session ends, yours too.
        </Trans>
      }
      button={<Trans>Take the address back</Trans>}
      otherwise={<Trans>If you changed the address yourself, close the page: it stays as it is.</Trans>}
      doneTitle={t`Your address is yours again`}
      done={(address) => (
        <>
          <p className="mb-5 text-muted wrap-anywhere">
            <Trans>
              Mail goes to <strong className={strong}>{address}</strong> again, and all sessions have ended. Somebody
              else may know your password: choose a new one.
            </Trans>
          </p>
          <NewPasswordButton />
        </>
      )}
    />
  );
}

export function EndSession(props: GoodLinkProps) {
  const { t } = useLingui();
  const { login, session } = props.link;
  const browser = session || t`An unknown browser`;
  return (
    <LinkAction
      {...props}
      kind="endSession"
      icon={Laptop}
      isDanger
      explanation={
        <Trans>
          <strong className={strong}>{browser}</strong> signed in as <strong className={strong}>{login}</strong>. If
          that was somebody else, end the session.
        </Trans>
      }
      button={<Trans>It was not me: end the session</Trans>}
      otherwise={<Trans>If it was you, close the page: nothing changes.</Trans>}
      doneTitle={t`The session has ended`}
      done={() => (
        <>
          <p className="mb-5 text-muted">
            <Trans>
              That browser is signed out and no longer remembered. The person who used it knows your password: choose a
              new one now.
            </Trans>
          </p>
          <div className="flex flex-col gap-3">
            <NewPasswordButton />
            <SignInButton isSecondary />
          </div>
        </>
      )}
    />
  );
}

function NewPasswordButton() {
  return (
    <LinkButton href={paths.forgottenPassword} variant="primary">
      <Trans>Get a new password</Trans>
    </LinkButton>
  );
}
