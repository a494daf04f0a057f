import { Trans } from '@lingui/react/macro';
import type { Account } from '@portico/contract';
import { useState } from 'react';
import { useFormat } from '../../../lib/format.ts';
import { lazyPart } from '../../../lib/lazy.tsx';
import { can } from '../../../lib/permissions.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { LateConfirmDialog } from '../../../ui/late-confirm-dialog.tsx';
import { PartBoundary } from '../../../ui/part-boundary.tsx';
import { useEnable } from '../accounts.api.ts';

export function AccountTags({ account }: { account: Account }) {
  if (!account.disabled) return null;
  return (
    <Badge tone="bad">
      <Trans context="account">Disabled</Trans>
    </Badge>
  );
}

/** Since when an account is disabled, by whom and why. */
export function DisabledNotice({ account: { disabled } }: { account: Account }) {
  const { date } = useFormat();
  if (!disabled) return null;
  const [since, by, reason] = [date(disabled.at, 'dateTime'), disabled.by, disabled.reason];
  return (
    <Alert tone="warning">
      {by ? (
        <Trans>
          {by} disabled this account on {since}: {reason}
        </Trans>
      ) : (
        <Trans>
          This account was disabled on {since}: {reason}
        </Trans>
      )}
    </Alert>
  );
}

const DisableDialog = lazyPart(() => import('./disable-dialog.tsx').then((module) => module.DisableDialog));

/** The button that disables or enables an account. Renders nothing for the operators' own account (OPR-3). */
export function AccountStateButton({ account }: { account: Account }) {
  const [asked, setAsked] = useState<'disable' | 'enable' | null>(null);
  const [wasAsked, setWasAsked] = useState(false);
  if (asked === 'disable' && !wasAsked) setWasAsked(true);
  if (account.hasOperators || !can('operator.manageAccounts')) return null;
  return (
    <>
      <Button
        variant={account.disabled ? 'secondary' : 'dangerSecondary'}
        aria-haspopup="dialog"
        {...DisableDialog.warmUp}
        onClick={() => setAsked(account.disabled ? 'enable' : 'disable')}
      >
        {account.disabled ? <Trans>Enable account</Trans> : <Trans>Disable account</Trans>}
      </Button>
      {/* Both dialogs stay mounted, because the one that made the change has to close itself. */}
      <EnableDialog account={account} open={asked === 'enable'} onOpenChange={() => setAsked(null)} />
      <PartBoundary onFailure={() => setAsked(null)}>
        {wasAsked && <DisableDialog account={account} open={asked === 'disable'} onOpenChange={() => setAsked(null)} />}
      </PartBoundary>
    </>
  );
}

interface StateDialogProps {
  account: Account;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

function EnableDialog({ account: { id, name }, open, onOpenChange }: StateDialogProps) {
  const enable = useEnable(id);
  return (
    <LateConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      tone="primary"
      title={<Trans>Enable {name}?</Trans>}
      description={
        <Trans>
          Its users can sign in again. Subscriptions that were canceled with it and have not ended are restored.
        </Trans>
      }
      confirmLabel={<Trans>Enable account</Trans>}
      isPending={enable.isPending}
      error={enable.error}
      onConfirm={() => enable.mutate(undefined, { onSuccess: () => onOpenChange(false) })}
    />
  );
}
