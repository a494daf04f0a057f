import { Trans, useLingui } from '@lingui/react/macro';
import { useId } from 'react';
import { useForm } from 'react-hook-form';
import { ConfirmationCanceled } from '../../../lib/confirmation.ts';
import { applyProblemToForm } from '../../../lib/form.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { PasswordInput } from '../../../ui/password-input.tsx';
import { PasswordRules } from '../../../ui/password-rules.tsx';
import { useSetPassword } from '../api/change-user.ts';

interface SetPasswordDialogProps {
  userId: number;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

const empty = { newPassword: '', newPasswordConfirmation: '' };

/** Sets another user's password. What the server refuses stands at its field, and nothing that was typed is lost. */
export function SetPasswordDialog({ userId, open, onOpenChange }: SetPasswordDialogProps) {
  const { t } = useLingui();
  const formId = useId();
  const set = useSetPassword(userId);
  const form = useForm({ defaultValues: empty });
  const labels = { newPassword: t`New password`, newPasswordConfirmation: t`New password again` };
  const { errors } = form.formState;
  const close = (next: boolean) => {
    if (!next) form.reset(empty);
    onOpenChange(next);
  };
  const submit = form.handleSubmit((values) =>
    set
      .mutateAsync(values)
      .then(() => close(false))
      .catch((error) => {
        if (!(error instanceof ConfirmationCanceled)) applyProblemToForm(error, form, labels);
      }),
  );
  return (
    <Dialog
      open={open}
      onOpenChange={close}
      isBusy={set.isPending}
      title={<Trans>Change password</Trans>}
      description={<Trans>The user’s sessions end, and a mail tells of it without the password.</Trans>}
      footer={
        <>
          <Button onClick={() => close(false)} disabled={set.isPending}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" form={formId} variant="primary" pending={set.isPending}>
            <Trans>Change password</Trans>
          </Button>
        </>
      }
    >
      <form id={formId} noValidate className="grid gap-4" onSubmit={(event) => void submit(event)}>
        <Field label={labels.newPassword} required error={errors.newPassword?.message}>
          {(control) => (
            <PasswordInput
              {...control}
              {...form.register('newPassword', { required: t`The ${labels.newPassword} field is required` })}
              autoComplete="new-password"
            />
          )}
        </Field>
        <PasswordRules password={form.watch('newPassword')} />
        <Field label={labels.newPasswordConfirmation} required error={errors.newPasswordConfirmation?.message}>
          {(control) => (
            <PasswordInput
              {...control}
              {...form.register('newPasswordConfirmation', {
                validate: (again, { newPassword }) => again === newPassword || t`The passwords do not match`,
              })}
              autoComplete="new-password"
            />
          )}
        </Field>
      </form>
    </Dialog>
  );
}
