import { Trans } from '@lingui/react/macro';
import { paths } from '@portico/contract/browser';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { TextField } from './fields.tsx';

/** The email address, or an external login instead. */
export function EmailStep() {
  return (
    <TextField
      field="email"
      required
      type="email"
      inputMode="email"
      autoComplete="email"
      hint={<Trans>Your license and receipts go to this address.</Trans>}
    />
  );
}

/** Shown below the first button: continuing accepts the legal texts. */
export function LegalNote() {
  const linkClasses = 'rounded text-ink underline decoration-line-strong underline-offset-4 hover:decoration-current';
  return (
    <p className="text-center text-xs text-muted">
      <Trans>
        By continuing you accept the{' '}
        <a href={paths.terms} target="_blank" rel="noreferrer" className={linkClasses}>
          Terms of service
        </a>{' '}
        and the{' '}
        <a href={paths.privacy} target="_blank" rel="noreferrer" className={linkClasses}>
          Privacy policy
        </a>
        .
      </Trans>
    </p>
  );
}

/** Offers to continue with details that were entered in this browser before. */
export function EarlierSignUp({ onResume }: { onResume: () => void }) {
  return (
    <Alert
      tone="info"
      className="mb-5"
      actions={
        <Button size="sm" onClick={onResume}>
          <Trans>Continue</Trans>
        </Button>
      }
    >
      <Trans>You began to sign up in this browser before.</Trans>
    </Alert>
  );
}
