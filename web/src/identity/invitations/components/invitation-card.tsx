import { Trans } from '@lingui/react/macro';
import type { Invitation } from '@portico/contract';
import { useState } from 'react';
import { useFormat } from '../../../lib/format.ts';
import { lazyPart } from '../../../lib/lazy.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card, CardHeader } from '../../../ui/card.tsx';
import { PartBoundary } from '../../../ui/part-boundary.tsx';
import { useInvitation, useSendInvitation } from '../invitations.api.ts';
import { InvitationTag } from './invitation-text.tsx';

const WithdrawInvitation = lazyPart(() =>
  import('./withdraw-invitation.tsx').then((module) => module.WithdrawInvitation),
);

/** A user's invitation with its actions. Renders nothing once the user has accepted it. */
export function InvitationCard({ userId, email }: { userId: number; email: string }) {
  const send = useSendInvitation();
  const [isWithdrawing, setIsWithdrawing] = useState<boolean | null>(null);
  const { data } = useInvitation(userId);
  if (!data || (!data.invitation && !data.sendAllowed)) return null;
  const { invitation, sendAllowed } = data;
  return (
    <Card className="mb-4">
      <CardHeader
        title={
          <span className="flex flex-wrap items-center gap-2">
            <Trans>Invitation</Trans>
            {invitation && <InvitationTag isExpired={invitation.isExpired} />}
          </span>
        }
        description={
          invitation ? (
            <InvitationState invitation={invitation} />
          ) : (
            <Trans>This user has no password yet, and no invitation to set one.</Trans>
          )
        }
        action={
          <span className="flex flex-wrap gap-2">
            {invitation?.changeAllowed && (
              <Button
                {...WithdrawInvitation.warmUp}
                variant="dangerSecondary"
                size="sm"
                onClick={() => setIsWithdrawing(true)}
              >
                <Trans>Withdraw invitation</Trans>
              </Button>
            )}
            {sendAllowed && (
              <Button size="sm" pending={send.isPending} onClick={() => send.mutate(userId)}>
                {invitation ? <Trans>Send again</Trans> : <Trans>Send invitation</Trans>}
              </Button>
            )}
          </span>
        }
      />
      <PartBoundary onFailure={() => setIsWithdrawing(null)}>
        {isWithdrawing !== null && (
          <WithdrawInvitation userId={userId} email={email} open={isWithdrawing} onOpenChange={setIsWithdrawing} />
        )}
      </PartBoundary>
    </Card>
  );
}

function InvitationState({ invitation: { sentAt, sentBy, expiresAt, isExpired } }: { invitation: Invitation }) {
  const { date } = useFormat();
  const sentOn = date(sentAt);
  const expiresOn = date(expiresAt);
  return (
    <>
      {sentBy ? (
        <Trans>
          Sent on {sentOn} by {sentBy}.
        </Trans>
      ) : (
        <Trans>Sent on {sentOn}.</Trans>
      )}{' '}
      {isExpired ? <Trans>The link expired on {expiresOn}.</Trans> : <Trans>The link works until {expiresOn}.</Trans>}
    </>
  );
}
