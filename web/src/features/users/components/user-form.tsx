import { Trans, useLingui } from '@lingui/react/macro';
import type { User, UserDetails } from '@portico/contract';
import { useForm } from 'react-hook-form';
import { applyProblemToForm } from '../../../lib/form.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { FormField } from '../../../ui/form-field.tsx';
import { UnsavedChangesGuard } from '../../../ui/unsaved-changes.tsx';
import { useSaveUser } from '../api/user.ts';

/** A user's details and their saving. What the server refuses stands at its field, and nothing that was typed is lost. */
export function UserForm({ user }: { user: User }) {
  const { t } = useLingui();
  const save = useSaveUser(user.id);
  const { login, email, firstName, lastName, phone, comments } = user;
  const form = useForm<UserDetails>({ values: { login, email, firstName, lastName, phone, comments } });
  const { isDirty } = form.formState;
  const names = { firstName: t`First name`, lastName: t`Last name` };
  const labels = { ...names, login: t`Login`, email: t`E-mail`, phone: t`Phone`, comments: t`Comments` };
  const submit = form.handleSubmit((details) =>
    save.mutateAsync(details).catch((error) => applyProblemToForm(error, form, labels)),
  );
  const readOnly = !user.editingAllowed;
  const field = { form, labels, readOnly };
  return (
    <Card>
      <form noValidate onSubmit={(event) => void submit(event)}>
        <UnsavedChangesGuard isChanged={isDirty && !save.isPending} />
        <div className="grid gap-4 p-4 sm:grid-cols-2 sm:p-6">
          <FormField {...field} name="login" required />
          <FormField {...field} name="email" type="email" required />
          <FormField {...field} name="firstName" required />
          <FormField {...field} name="lastName" />
          <FormField {...field} name="phone" type="tel" />
          <FormField {...field} name="comments" type="multiline" className="sm:col-span-2" />
        </div>
        {readOnly && user.isOwner && (
          <p className="border-t border-line px-4 py-3 text-muted sm:px-6">
            <Trans>Only the owner can change the owner’s details.</Trans>
          </p>
        )}
        {!readOnly && (
          <div className="flex justify-end border-t border-line px-4 py-3 sm:px-6">
            <Button type="submit" variant="primary" pending={save.isPending} disabled={!isDirty}>
              <Trans>Save changes</Trans>
            </Button>
          </div>
        )}
      </form>
    </Card>
  );
}
