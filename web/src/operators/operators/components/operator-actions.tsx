import { Trans, useLingui } from '@lingui/react/macro';
import type { Operator } from '@portico/contract';
import { type ReactNode, useState } from 'react';
import { ConfirmationCanceled } from '../../../lib/confirmation.ts';
import { can } from '../../../lib/permissions.ts';
import { Button } from '../../../ui/button.tsx';
import { LateConfirmDialog } from '../../../ui/late-confirm-dialog.tsx';
import { useVerificationQuestion } from '../../../ui/verification-question.ts';
import { type OperatorChange, useChangeOperator } from '../operators.api.ts';

/** The actions for another operator, at the end of the row; none for oneself (OPR-10). */
export function OperatorActions({ operator }: { operator: Operator }) {
  const { t } = useLingui();
  const { name, isActive, isSelf, hasSecondFactor } = operator;
  if (isSelf || !can('operator.manageOperators')) return null;
  return (
    <span className="inline-flex flex-wrap justify-end gap-2">
      {hasSecondFactor && (
        <AskedChange operator={operator} change="resetSecondFactor" label={t`Reset the second factor of ${name}`}>
          <Trans>Reset second factor</Trans>
        </AskedChange>
      )}
      {isActive ? (
        <AskedChange operator={operator} change="deactivate" label={t`Deactivate ${name}`}>
          <Trans>Deactivate</Trans>
        </AskedChange>
      ) : (
        <AskedChange operator={operator} change="activate" label={t`Activate ${name}`}>
          <Trans>Activate</Trans>
        </AskedChange>
      )}
    </span>
  );
}

interface AskedChangeProps {
  operator: Operator;
  change: OperatorChange;
  /** The accessible name. It includes the operator's name, which the visible label does not contain. */
  label: string;
  children: ReactNode;
}

/** A button that asks before it changes an operator. */
function AskedChange({ operator: { id, name }, change, label, children }: AskedChangeProps) {
  const [isOpen, setIsOpen] = useState(false);
  const { mutate, reset, isPending, error } = useChangeOperator(id, change);
  const verification = useVerificationQuestion();
  return (
    <>
      <Button
        variant={change === 'deactivate' ? 'dangerSecondary' : 'secondary'}
        aria-label={label}
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
      >
        {children}
      </Button>
      <LateConfirmDialog
        {...questionTexts(name)[change]}
        open={isOpen}
        onOpenChange={(next) => {
          reset();
          setIsOpen(next);
        }}
        tone={change === 'activate' ? 'primary' : 'danger'}
        confirmLabel={children}
        isPending={isPending}
        error={error instanceof ConfirmationCanceled ? undefined : error}
        {...(change === 'resetSecondFactor' && { asks: verification })}
        onConfirm={(answer) => mutate(answer, { onSuccess: () => setIsOpen(false) })}
      />
    </>
  );
}

function questionTexts(name: string) {
  return {
    activate: {
      title: <Trans>Activate {name}?</Trans>,
      description: <Trans>The operator can sign in again and sees all accounts.</Trans>,
    },
    deactivate: {
      title: <Trans>Deactivate {name}?</Trans>,
      description: (
        <Trans>All sessions end at once, and the operator cannot sign in until somebody activates them again.</Trans>
      ),
    },
    resetSecondFactor: {
      title: <Trans>Reset the second factor of {name}?</Trans>,
      description: (
        <Trans>
          The methods, recovery codes and passkeys are removed and all sessions end. First make sure that this person
          really asked for it; an email is not proof. The user is notified by mail.
        </Trans>
      ),
    },
  };
}
