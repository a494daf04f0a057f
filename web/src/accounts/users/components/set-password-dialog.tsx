import { Trans } from '@lingui/react/macro';
import type { User } from '@portico/contract';
import { NewPasswordDialog } from '../../../ui/new-password-dialog.tsx';
import { useSetPassword } from '../users.api.ts';

interface SetPasswordDialogProps {
  user: Pick<User, 'id' | 'login' | 'email' | 'firstName' | 'lastName'>;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Sets another user's password. */
export function SetPasswordDialog({ user, open, onOpenChange }: SetPasswordDialogProps) {
  const { mutateAsync, isPending } = useSetPassword(user.id);
  return (
    <NewPasswordDialog
      known={[user.login, user.email, user.firstName, user.lastName]}
      open={open}
      onOpenChange={onOpenChange}
      description={
        <Trans>
          The user’s sessions end, and their passkeys and external logins are removed. An email notifies the user
          without giving the password.
        </Trans>
      }
      save={mutateAsync}
      isPending={isPending}
    />
  );
}
