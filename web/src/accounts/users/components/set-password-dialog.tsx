import { Trans } from '@lingui/react/macro';
import { NewPasswordDialog } from '../../../ui/new-password-dialog.tsx';
import { useSetPassword } from '../users.api.ts';

interface SetPasswordDialogProps {
  userId: number;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Sets another user's password. */
export function SetPasswordDialog({ userId, open, onOpenChange }: SetPasswordDialogProps) {
  const { mutateAsync, isPending } = useSetPassword(userId);
  return (
    <NewPasswordDialog
      open={open}
      onOpenChange={onOpenChange}
      description={<Trans>The user’s sessions end, and the user is notified by mail, without the password.</Trans>}
      save={mutateAsync}
      isPending={isPending}
    />
  );
}
