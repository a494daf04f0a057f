import { Trans } from '@lingui/react/macro';
import type { Profile } from '@portico/contract';
import { useState } from 'react';
import { useFormat } from '../../../lib/format.ts';
import { lazyPart } from '../../../lib/lazy.tsx';
import { can } from '../../../lib/permissions.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { PartBoundary } from '../../../ui/part-boundary.tsx';

const PasswordDialog = lazyPart(() => import('./password-dialog.tsx').then((module) => module.PasswordDialog));

/** When the password was changed, and a button to change it, if the user may. */
export function PasswordCard({ profile }: { profile: Profile }) {
  const { date } = useFormat();
  const [isWanted, setIsWanted] = useState(false);
  const [isOpen, setIsOpen] = useState(false);
  const changed = profile.passwordChangedAt && date(profile.passwordChangedAt);
  return (
    <Card className="grid gap-3 p-5">
      <div>
        <h2 className="text-lg font-semibold tracking-tight">
          <Trans>Password</Trans>
        </h2>
        <p className="mt-0.5 text-muted">
          {changed ? (
            <Trans>Changed {changed}. Changing it ends all your other sessions.</Trans>
          ) : (
            <Trans>Changing it ends all your other sessions.</Trans>
          )}
        </p>
      </div>
      {can('profile.changePassword') && (
        <Button
          {...PasswordDialog.warmUp}
          block
          onClick={() => {
            setIsWanted(true);
            setIsOpen(true);
          }}
        >
          {profile.hasPassword ? <Trans>Change password</Trans> : <Trans>Set a password</Trans>}
        </Button>
      )}
      <PartBoundary onFailure={() => setIsWanted(false)}>
        {isWanted && <PasswordDialog open={isOpen} onOpenChange={setIsOpen} login={profile.login} />}
      </PartBoundary>
    </Card>
  );
}
