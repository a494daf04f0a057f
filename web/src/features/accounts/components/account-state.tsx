import { Trans, useLingui } from '@lingui/react/macro';
import type { Account } from '@portico/contract';
import { useId, useState } from 'react';
import { useForm } from 'react-hook-form';
import { applyProblemToForm } from '../../../lib/form.ts';
import { useFormat } from '../../../lib/format.ts';
import { can } from '../../../lib/permissions.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FormField } from '../../../ui/form-field.tsx';
import { useDisable, useEnable } from '../api/account.ts';

export function AccountTags({ account }: { account: Account }) {
  if (!account.disabled) return null;
  return (
    <Badge tone="bad">
      <Trans context="account">Disabled</Trans>
    </Badge>
  );
}

/** Since when the users of an account are kept out, by whom and why. */
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

/** The button that disables an account, or enables it again; none for the operators' own (OPR-3). */
export function AccountStateButton({ account }: { account: Account }) {
  const [asked, setAsked] = useState<'disable' | 'enable' | null>(null);
  if (account.hasOperators || !can('operator.manageAccounts')) return null;
  return (
    <>
      <Button
        variant={account.disabled ? 'secondary' : 'dangerSecondary'}
        aria-haspopup="dialog"
        onClick={() => setAsked(account.disabled ? 'enable' : 'disable')}
      >
        {account.disabled ? <Trans>Enable account</Trans> : <Trans>Disable account</Trans>}
      </Button>
      {/* Both stay: the one that made the change has to close itself. */}
      <EnableDialog account={account} open={asked === 'enable'} onOpenChange={() => setAsked(null)} />
      <DisableDialog account={account} open={asked === 'disable'} onOpenChange={() => setAsked(null)} />
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
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      tone="primary"
      title={<Trans>Enable {name}?</Trans>}
      description={<Trans>Its users can sign in again.</Trans>}
      confirmLabel={<Trans>Enable account</Trans>}
      isPending={enable.isPending}
      error={enable.error}
      onConfirm={() => enable.mutate(undefined, { onSuccess: () => onOpenChange(false) })}
    />
  );
}

function DisableDialog({ account: { id, name }, open, onOpenChange }: StateDialogProps) {
  const { t } = useLingui();
  const formId = useId();
  const disable = useDisable(id);
  const form = useForm<{ reason: string }>({ defaultValues: { reason: '' } });
  const labels = { reason: t`Reason` };
  const submit = form.handleSubmit(async ({ reason }) => {
    try {
      await disable.mutateAsync(reason);
      form.reset();
      onOpenChange(false);
    } catch (error) {
      applyProblemToForm(error, form, labels);
    }
  });
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      isBusy={disable.isPending}
      title={<Trans>Disable {name}?</Trans>}
      description={
        <Trans>Its users cannot sign in any more, and whoever is signed in is signed out. Subscriptions go on.</Trans>
      }
      footer={
        <>
          <Button disabled={disable.isPending} onClick={() => onOpenChange(false)}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" form={formId} variant="danger" pending={disable.isPending}>
            <Trans>Disable account</Trans>
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!disable.isPending) void submit(event);
        }}
      >
        <FormField
          form={form}
          labels={labels}
          name="reason"
          required
          hint={<Trans>Operators and the account’s audit log see it.</Trans>}
        />
      </form>
    </Dialog>
  );
}
