import { Trans } from '@lingui/react/macro';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { useWithdrawInvitation } from '../invitations.api.ts';

interface WithdrawInvitationProps {
  userId: number;
  email: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Asks before an invitation is withdrawn. */
export function WithdrawInvitation({ userId, email, open, onOpenChange }: WithdrawInvitationProps) {
  const withdraw = useWithdrawInvitation(() => onOpenChange(false));
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => {
        if (!next) withdraw.reset();
        onOpenChange(next);
      }}
      title={<Trans>Withdraw this invitation?</Trans>}
      description={
        <Trans>
          The link that was mailed to {email} stops working, and the user becomes inactive. Activate the user to invite
          them again.
        </Trans>
      }
      confirmLabel={<Trans>Withdraw invitation</Trans>}
      isPending={withdraw.isPending}
      error={withdraw.error}
      onConfirm={() => withdraw.mutate(userId)}
    />
  );
}
