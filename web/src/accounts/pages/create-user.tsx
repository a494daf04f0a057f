import { Trans } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import { useId } from 'react';
import { paths } from '../../app/paths.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ButtonLink } from '../../ui/link.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { UnsavedChangesGuard } from '../../ui/unsaved-changes.tsx';
import { NewUserFields, useNewUserForm } from '../users/components/new-user-form.tsx';

/** The form of the list's dialog as a page. */
export function CreateUserPage() {
  const formId = useId();
  const navigate = useNavigate();
  const newUser = useNewUserForm((id) => {
    void navigate({ to: paths.user, params: { userId: String(id), id: String(id) }, ignoreBlocker: true });
  });
  const { form, isPending } = newUser;
  return (
    <>
      <PageHeader />
      <Card className="max-w-xl p-4 sm:p-6">
        <UnsavedChangesGuard isChanged={form.formState.isDirty && !isPending} />
        <NewUserFields id={formId} {...newUser} />
        <div className="mt-6 flex justify-end gap-2">
          <ButtonLink to={paths.users}>
            <Trans>Cancel</Trans>
          </ButtonLink>
          <Button type="submit" form={formId} variant="primary" pending={isPending}>
            <Trans>Save user</Trans>
          </Button>
        </div>
      </Card>
    </>
  );
}
