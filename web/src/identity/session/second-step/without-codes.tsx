import { Trans, useLingui } from '@lingui/react/macro';
import type { Challenge } from '@portico/contract';
import { KeyRound } from 'lucide-react';
import { preloaded } from '../../../lib/preloaded.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { ContactLink } from '../../../ui/contact-link.tsx';
import { usePasskeySignIn } from '../components/use-passkey-sign-in.ts';

/** Whether no code can complete the sign-in: the user has only passkeys, or every method was disabled (MFA-5). */
export function isWithoutCodes({ methods, hasRecoveryCodes }: Challenge): boolean {
  return methods.length === 0 && !hasRecoveryCodes;
}

/** The second step if no code is possible: asks for a passkey, or says what to do without one. */
export function WithoutCodes({ hasPasskeys, isMailRefused }: Pick<Challenge, 'hasPasskeys' | 'isMailRefused'>) {
  return hasPasskeys ? <ByPasskey /> : <NoWayLeft isMailRefused={isMailRefused} />;
}

function ByPasskey() {
  const { t } = useLingui();
  const { error, isPending, start } = usePasskeySignIn({ rememberMe: () => false, inField: false });
  return (
    <div className="flex flex-col gap-4">
      <p className="text-muted">
        <Trans>Now confirm with your passkey: the password alone is not enough.</Trans>
      </p>
      {error && <Alert tone="bad">{error}</Alert>}
      <Button
        variant="primary"
        size="lg"
        block
        pending={isPending}
        aria-label={t`Sign in with a passkey`}
        onClick={() => void start()}
      >
        <KeyRound aria-hidden="true" />
        <Trans>Sign in with a passkey</Trans>
      </Button>
    </div>
  );
}

/** Why no code by mail is accepted (MFA-13). */
export function MailRefused() {
  return (
    <Trans>
      You chose your password with a mailed link, so a code in the same mailbox does not count as a second factor.
    </Trans>
  );
}

function NoWayLeft({ isMailRefused }: Pick<Challenge, 'isMailRefused'>) {
  if (isMailRefused)
    return (
      <div className="flex flex-col gap-4">
        <Alert tone="warning">
          <MailRefused />
        </Alert>
        <p className="text-muted">
          <Trans>
            Ask an admin of your account to reset your second factor. If you are the owner, write to us: when we know
            that it is you, we help you back in.
          </Trans>
        </p>
        <ContactLink href={preloaded().links.contact} variant="primary" size="lg" block>
          <Trans>Contact us</Trans>
        </ContactLink>
      </div>
    );
  return (
    <div className="flex flex-col gap-4">
      <Alert tone="warning">
        <Trans>Your methods were locked after too many wrong codes, so that nobody can guess one.</Trans>
      </Alert>
      <p className="text-muted">
        <Trans>
          You have neither recovery codes nor a passkey, so you cannot get in by yourself. Write to us: when we know
          that it is you, we help you back in.
        </Trans>
      </p>
      <ContactLink href={preloaded().links.contact} variant="primary" size="lg" block>
        <Trans>Contact us</Trans>
      </ContactLink>
    </div>
  );
}
