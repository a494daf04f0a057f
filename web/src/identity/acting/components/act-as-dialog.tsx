import { Trans, useLingui } from '@lingui/react/macro';
import { actingReasonLength } from '@portico/contract/browser';
import { useId } from 'react';
import { useForm } from 'react-hook-form';
import { ConfirmationCanceled } from '../../../lib/confirmation.ts';
import { applyProblemToForm } from '../../../lib/form.ts';
import { ApiError, describeProblem } from '../../../lib/problem.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FormButtons } from '../../../ui/form-buttons.tsx';
import { FormField } from '../../../ui/form-field.tsx';
import { useActAs } from '../acting.api.ts';

interface ActAsDialogProps {
  userId: number;
  /** The name of the user whom the operator acts as. */
  name: string;
  onClose: () => void;
}

/** Asks an operator why they act as a user, and explains what that means (SES-13). */
export function ActAsDialog({ userId, name, onClose }: ActAsDialogProps) {
  const { t } = useLingui();
  const formId = useId();
  const actAs = useActAs(userId);
  const form = useForm({ defaultValues: { reason: '' } });
  const labels = { reason: t`Reason` };
  // Line breaks are for readability; the log stores one line.
  const submit = form.handleSubmit(async ({ reason }) => {
    try {
      await actAs.mutateAsync(inOneLine(reason));
    } catch (error) {
      if (error instanceof ApiError && error.code === 'ValidationError') applyProblemToForm(error, form, labels);
    }
  });
  // Acting cannot be started again until the other page has loaded.
  const isBusy = actAs.isPending || actAs.isSuccess;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="lg"
      isBusy={isBusy}
      title={<Trans>Act as {name}</Trans>}
      description={
        <Trans>
          You can see and do what {name} can, for at most 60 minutes. Signing out brings you back to this page.
        </Trans>
      }
      footer={
        <FormButtons formId={formId} isPending={isBusy} onCancel={onClose}>
          <Trans>Act as {name}</Trans>
        </FormButtons>
      }
    >
      <form
        id={formId}
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => (isBusy ? event.preventDefault() : void submit(event))}
      >
        <Refusal error={actAs.error} />
        <FormField
          form={form}
          labels={labels}
          name="reason"
          type="multiline"
          required
          validate={(text) => reasonProblem(text, t`Write 10 characters or more`, t`Write 500 characters or fewer`)}
          hint={t`The customer can read it in the account’s log, and the owner gets it by email.`}
        />
        <WhatIsClosed />
      </form>
    </Dialog>
  );
}

const inOneLine = (text: string) => text.trim().replace(/\s+/g, ' ');

function reasonProblem(text: string, tooShort: string, tooLong: string): true | string {
  const { length } = inOneLine(text);
  if (length < actingReasonLength.least) return tooShort;
  return length > actingReasonLength.most ? tooLong : true;
}

/** A server error that belongs to no field. A canceled confirmation needs no message. */
function Refusal({ error }: { error: unknown }) {
  if (!error || error instanceof ConfirmationCanceled) return null;
  if (error instanceof ApiError && error.code === 'ValidationError') return null;
  return <Alert tone="bad">{describeProblem(error)}</Alert>;
}

function WhatIsClosed() {
  return (
    <div className="rounded-control border border-line px-4 py-3 text-sm">
      <p className="font-medium">
        <Trans>Not available while you act as this user</Trans>
      </p>
      <ul className="mt-1.5 list-disc space-y-1 pl-5 text-muted">
        <li>
          <Trans>Password, email address, second factor, passkeys and logins elsewhere</Trans>
        </li>
        <li>
          <Trans>Saved cards, the account’s owner and tokens</Trans>
        </li>
      </ul>
      <p className="mt-2 text-muted">
        <Trans>Everything else that you do is done in this name, and logged with yours and the reason.</Trans>
      </p>
    </div>
  );
}
