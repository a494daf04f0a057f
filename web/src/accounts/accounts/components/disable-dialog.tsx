import { Trans, useLingui } from '@lingui/react/macro';
import type { Account } from '@portico/contract';
import { useId } from 'react';
import { useForm } from 'react-hook-form';
import { applyProblemToForm } from '../../../lib/form.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FormField } from '../../../ui/form-field.tsx';
import { useDisable } from '../accounts.api.ts';

interface DisableDialogProps {
  account: Account;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Asks for a reason, and disables an account. */
export function DisableDialog({ account: { id, name }, open, onOpenChange }: DisableDialogProps) {
  const { t } = useLingui();
  const formId = useId();
  const disable = useDisable(id);
  const form = useForm<{ reason: string }>({ defaultValues: { reason: '' } });
  const labels = { reason: t`Reason` };
  const submit = form.handleSubmit(async ({ reason }) => {
    try {
      await disable.mutateAsync(reason);
      form.reset();
      onOpenChange(false);
    } catch (error) {
      applyProblemToForm(error, form, labels);
    }
  });
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      isBusy={disable.isPending}
      title={<Trans>Disable {name}?</Trans>}
      description={
        <Trans>
          Its users can no longer sign in, and those who are signed in are signed out. Subscriptions continue.
        </Trans>
      }
      footer={
        <>
          <Button disabled={disable.isPending} onClick={() => onOpenChange(false)}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" form={formId} variant="danger" pending={disable.isPending}>
            <Trans>Disable account</Trans>
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!disable.isPending) void submit(event);
        }}
      >
        <FormField
          form={form}
          labels={labels}
          name="reason"
          required
          hint={<Trans>Operators see it, and the account’s audit log records it.</Trans>}
        />
      </form>
    </Dialog>
  );
}
