import { Trans } from '@lingui/react/macro';
import { useId } from 'react';
import { Dialog } from '../../../ui/dialog.tsx';
import { FormButtons } from '../../../ui/form-buttons.tsx';
import { useFirstField } from '../../../ui/use-first-field.ts';
import { emptyUser, NewUserFields, useNewUserForm } from './new-user-form.tsx';

interface AddUserDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onAdded: (id: number) => void;
}

/** Adds a user in a dialog. */
export function AddUserDialog({ open, onOpenChange, onAdded }: AddUserDialogProps) {
  const formId = useId();
  const firstField = useFirstField(formId, 'login');
  const newUser = useNewUserForm((id) => {
    onOpenChange(false);
    onAdded(id);
  });
  const { form, isPending } = newUser;
  const close = (next: boolean) => {
    if (!next) form.reset(emptyUser);
    onOpenChange(next);
  };
  return (
    <Dialog
      open={open}
      onOpenChange={close}
      isBusy={isPending}
      initialFocus={firstField}
      title={<Trans>Add user</Trans>}
      footer={
        <FormButtons formId={formId} isPending={isPending} onCancel={() => close(false)}>
          <Trans>Save user</Trans>
        </FormButtons>
      }
    >
      <NewUserFields id={formId} {...newUser} />
    </Dialog>
  );
}
