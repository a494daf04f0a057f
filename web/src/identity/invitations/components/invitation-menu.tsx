import { Trans } from '@lingui/react/macro';
import type { Invitation } from '@portico/contract';
import { MailX, Send } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { Menu, MenuItem } from '../../../ui/menu.tsx';
import { useSendInvitation } from '../invitations.api.ts';
import { WithdrawInvitation } from './withdraw-invitation.tsx';

interface InvitationMenuProps {
  invitation: Pick<Invitation, 'userId' | 'email'>;
  trigger: ReactElement;
}

/** Opens immediately, because it is rendered on the first press of its trigger. */
export function InvitationMenu({ invitation: { userId, email }, trigger }: InvitationMenuProps) {
  const send = useSendInvitation();
  const [isWithdrawing, setIsWithdrawing] = useState(false);
  return (
    <>
      <Menu trigger={trigger} defaultOpen isLocked={send.isPending}>
        <MenuItem icon={Send} onSelect={() => send.mutate(userId)}>
          <Trans>Send again</Trans>
        </MenuItem>
        <MenuItem icon={MailX} tone="danger" onSelect={() => setIsWithdrawing(true)}>
          <Trans>Withdraw invitation</Trans>
        </MenuItem>
      </Menu>
      <WithdrawInvitation userId={userId} email={email} open={isWithdrawing} onOpenChange={setIsWithdrawing} />
    </>
  );
}
