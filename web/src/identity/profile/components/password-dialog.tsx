import { Trans } from '@lingui/react/macro';
import { preloaded } from '../../../lib/preloaded.ts';
import { NewPasswordDialog } from '../../../ui/new-password-dialog.tsx';
import { useChangePassword } from '../profile.api.ts';

interface PasswordDialogProps {
  login: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Changes the user's own password. */
export function PasswordDialog(props: PasswordDialogProps) {
  const { mutateAsync, isPending } = useChangePassword();
  const { user } = preloaded();
  return (
    <NewPasswordDialog
      {...props}
      known={user ? [user.login, user.email, user.firstName, user.lastName] : []}
      description={<Trans>All your other sessions end, and remembered browsers are asked again.</Trans>}
      save={mutateAsync}
      isPending={isPending}
    />
  );
}
