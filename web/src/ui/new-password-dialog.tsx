import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useId } from 'react';
import { type RegisterOptions, useForm } from 'react-hook-form';
import { applyProblemToForm } from '../lib/form.ts';
import { useIsStrongPassword } from '../lib/use-is-strong-password.ts';
import { Dialog } from './dialog.tsx';
import { Field } from './field.tsx';
import { FormButtons } from './form-buttons.tsx';
import { PasswordInput } from './password-input.tsx';
import { PasswordHint, PasswordRules } from './password-rules.tsx';

const empty = { newPassword: '', newPasswordConfirmation: '' };

interface NewPasswordDialogProps {
  /** The effect of the change. */
  description: ReactNode;
  /** Identifies the user to password managers; omitted for another user's. */
  login?: string;
  /** The user's own words, which make a password easy to guess. */
  known: readonly string[];
  save: (passwords: typeof empty) => Promise<unknown>;
  isPending: boolean;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Asks for a new password twice. Server errors appear at their fields, and no input is lost. */
export function NewPasswordDialog(props: NewPasswordDialogProps) {
  const { description, login, known, save, isPending, open, onOpenChange } = props;
  const { t } = useLingui();
  const formId = useId();
  const form = useForm({ defaultValues: empty });
  const labels = { newPassword: t`New password`, newPasswordConfirmation: t`New password again` };
  const { errors } = form.formState;
  const password = form.watch('newPassword');
  const isStrong = useIsStrongPassword(password, known);
  const close = (next: boolean) => {
    if (!next) form.reset(empty);
    onOpenChange(next);
  };
  const submit = form.handleSubmit((values) =>
    save(values)
      .then(() => close(false))
      .catch((error) => {
        applyProblemToForm(error, form, labels);
      }),
  );
  const field = (name: keyof typeof empty, rules: RegisterOptions<typeof empty, typeof name>) => (
    <Field
      label={labels[name]}
      required
      error={errors[name]?.message}
      hint={name === 'newPassword' && <PasswordHint />}
    >
      {(control) => <PasswordInput {...control} {...form.register(name, rules)} autoComplete="new-password" />}
    </Field>
  );
  return (
    <Dialog
      open={open}
      onOpenChange={close}
      isBusy={isPending}
      title={<Trans>Change password</Trans>}
      description={description}
      footer={
        <FormButtons formId={formId} isPending={isPending} onCancel={() => close(false)}>
          <Trans>Change password</Trans>
        </FormButtons>
      }
    >
      <form id={formId} noValidate className="grid gap-4" onSubmit={(event) => void submit(event)}>
        {login !== undefined && (
          <input type="text" name="username" autoComplete="username" value={login} readOnly hidden />
        )}
        {field('newPassword', { required: t`The ${labels.newPassword} field is required` })}
        <PasswordRules password={password} isStrong={isStrong} />
        {field('newPasswordConfirmation', {
          validate: (again, { newPassword }) => again === newPassword || t`The two passwords are not the same`,
        })}
      </form>
    </Dialog>
  );
}
