import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { lazyPart } from '../../../lib/lazy.tsx';
import { can } from '../../../lib/permissions.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card, CardHeader } from '../../../ui/card.tsx';
import { PartBoundary } from '../../../ui/part-boundary.tsx';
import { useRequireSecondFactor } from '../account-settings.api.ts';

const RequirementDialog = lazyPart(() => import('./requirement-dialog.tsx').then((module) => module.RequirementDialog));

/**
 * Whether a second factor is required of all users, and a button that changes it. A dialog first explains the effect.
 */
export function SecondFactorCard({ isRequired }: { isRequired: boolean }) {
  const [isOpen, setIsOpen] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);
  const require = useRequireSecondFactor();
  const open = () => {
    setWasOpened(true);
    setIsOpen(true);
  };
  const confirm = async () => {
    // An open dialog would keep the focus that the password question needs.
    setIsOpen(false);
    await require.mutateAsync(!isRequired).catch(() => {});
  };
  return (
    <Card>
      <CardHeader
        title={<Trans>Two-factor authentication for all users</Trans>}
        description={
          isRequired ? (
            <Trans>Users without a second factor set one up at their next sign-in.</Trans>
          ) : (
            <Trans>Each user decides whether to use a second factor.</Trans>
          )
        }
        className="sm:px-6"
      />
      <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line px-5 py-4 sm:px-6">
        <Badge tone={isRequired ? 'ok' : 'neutral'}>
          {isRequired ? (
            <Trans context="second factor">Required</Trans>
          ) : (
            <Trans context="second factor">Not required</Trans>
          )}
        </Badge>
        {can('accountSettings.manageSecurity') && (
          <Button onClick={open} pending={require.isPending} {...RequirementDialog.warmUp}>
            {isRequired ? <Trans>Stop requiring it</Trans> : <Trans>Require it</Trans>}
          </Button>
        )}
      </div>
      {wasOpened && (
        <PartBoundary onFailure={() => setWasOpened(false)}>
          <RequirementDialog
            isRequired={isRequired}
            open={isOpen}
            onOpenChange={setIsOpen}
            onConfirm={() => void confirm()}
          />
        </PartBoundary>
      )}
    </Card>
  );
}
