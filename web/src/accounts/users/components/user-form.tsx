import { Trans, useLingui } from '@lingui/react/macro';
import type { User } from '@portico/contract';
import { roleLabels } from '@portico/contract/browser';
import { type UseFormReturn, useForm } from 'react-hook-form';
import { applyProblemToForm, type FieldLabels } from '../../../lib/form.ts';
import { preloaded } from '../../../lib/preloaded.ts';
import { Button } from '../../../ui/button.tsx';
import { Card, CardHeader } from '../../../ui/card.tsx';
import { FormField } from '../../../ui/form-field.tsx';
import { TextLink } from '../../../ui/link.tsx';
import { UnsavedChangesGuard } from '../../../ui/unsaved-changes.tsx';
import { accessEnd, toLocalDay } from '../model/access-end.ts';
import { useSaveUser } from '../users.api.ts';
import { FlagField } from './flag-field.tsx';
import { UserFacts } from './user-facts.tsx';
import { inMessages, useUserLabels } from './user-labels.ts';

/** The form's value of a user. */
interface UserDraft {
  login: string;
  email: string;
  firstName: string;
  lastName: string;
  phone: string;
  comments: string;
  admin: boolean;
  readOnly: boolean;
  /** The last day of access; empty for unlimited access. */
  expDate: string;
}

function createUserDraft({
  login,
  email,
  firstName,
  lastName,
  phone,
  comments,
  admin,
  readOnly,
  expDate,
}: User): UserDraft {
  return { login, email, firstName, lastName, phone, comments, admin, readOnly, expDate: toLocalDay(expDate) };
}

/** A user's details, role and end of access: a form, or text if the viewer may change none of them. */
export function UserForm({ user }: { user: User }) {
  const { details, standing } = user.allowed;
  return details || standing ? <EditableUser user={user} /> : <UserFacts user={user} />;
}

/** The form. Server errors appear at their fields, and no input is lost. */
function EditableUser({ user }: { user: User }) {
  const save = useSaveUser(user.id);
  const form = useForm({ values: createUserDraft(user), resetOptions: { keepDirtyValues: true } });
  const { isDirty } = form.formState;
  const labels = useUserLabels();
  const { allowed } = user;
  const submit = form.handleSubmit(({ admin, readOnly, expDate, ...changed }) =>
    save
      .mutateAsync({
        ...changed,
        revision: user.revision,
        ...(allowed.standing && { admin, readOnly, expDate: accessEnd(expDate, user.expDate) }),
      })
      .then((saved) => form.reset(createUserDraft(saved), { keepDirtyValues: false }))
      .catch((error) => {
        applyProblemToForm(error, form, inMessages(labels));
      }),
  );
  const isOwn = isOwnUser(user);
  return (
    <Card>
      <CardHeader title={<Trans>Details</Trans>} className="border-b border-line" />
      <form noValidate onSubmit={(event) => void submit(event)}>
        <UnsavedChangesGuard isChanged={isDirty && !save.isPending} />
        <UserFields user={user} form={form} labels={labels} />
        {isOwn && (
          <p className="border-t border-line px-4 py-3 text-muted sm:px-6">
            <Trans>
              Your own login and email address are changed in your <TextLink to="/Profile">profile</TextLink>.
            </Trans>
          </p>
        )}
        {allowed.details && (
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

/** The profile asks to confirm a new address, and notifies the previous one. */
const isOwnUser = ({ id, allowed }: User) => allowed.details && preloaded().user?.id === id;

interface UserFieldsProps {
  user: User;
  form: UseFormReturn<UserDraft>;
  labels: FieldLabels;
}

function UserFields({ user, form, labels }: UserFieldsProps) {
  const { allowed, isOwner, isLoginChanged } = user;
  const field = { form, labels, readOnly: !allowed.details };
  const isOperator = user.roles.includes(roleLabels.operator);
  const name = { ...field, readOnly: field.readOnly || isOwnUser(user), required: true };
  return (
    <div className="grid gap-4 p-4 sm:grid-cols-2 sm:p-6">
      <FormField
        {...name}
        name="login"
        hint={isLoginChanged && <Trans>Not the login with which the user was added.</Trans>}
      />
      <FormField
        {...name}
        name="email"
        type="email"
        readOnly={name.readOnly || isOperator}
        hint={isOperator && <Trans>Operators change their own address in their profile.</Trans>}
      />
      <FormField {...field} name="firstName" required />
      <FormField {...field} name="lastName" />
      <FormField {...field} name="phone" type="tel" />
      <FormField
        {...field}
        name="expDate"
        type="date"
        readOnly={!allowed.standing || isOwner}
        hint={
          isOwner ? (
            <Trans>The owner’s access does not end.</Trans>
          ) : (
            <Trans>Access ends automatically at the end of this day. Leave it empty for no end.</Trans>
          )
        }
      />
      <FormField {...field} name="comments" type="multiline" className="sm:col-span-2" />
      {!isOwner && <RoleFields user={user} form={form} labels={labels} />}
    </div>
  );
}

function RoleFields({ user, form, labels }: UserFieldsProps) {
  const { t } = useLingui();
  const disabled = !user.allowed.standing;
  return (
    <fieldset className="flex flex-wrap gap-x-8 gap-y-3 sm:col-span-2">
      <legend className="sr-only">{t`Role`}</legend>
      <FlagField
        form={form}
        name="admin"
        label={labels.admin}
        hint={<Trans>Manages users and settings and has access to everything.</Trans>}
        disabled={disabled}
      />
      <FlagField
        form={form}
        name="readOnly"
        label={labels.readOnly}
        hint={<Trans>Can view the account but not change anything.</Trans>}
        disabled={disabled}
      />
    </fieldset>
  );
}
