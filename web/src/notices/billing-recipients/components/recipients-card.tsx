import { Trans, useLingui } from '@lingui/react/macro';
import type { BillingRecipient } from '@portico/contract';
import { Mail } from 'lucide-react';
import { useState } from 'react';
import { localeNames } from '../../../lib/locale.ts';
import { can } from '../../../lib/permissions.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card, CardHeader } from '../../../ui/card.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { LateConfirmDialog } from '../../../ui/late-confirm-dialog.tsx';
import { Day } from '../../../ui/moment.tsx';
import { useRemoveRecipient, useResendLink, useSetNotices, useSetOwn } from '../billing-recipients.api.ts';
import { AddRecipientForm } from './add-recipient-form.tsx';

interface RecipientsCardProps {
  items: readonly BillingRecipient[];
  own: { email: string; receives: boolean } | null;
}

/** The recipients of invoices and receipts besides the billing address, with their states. */
export function RecipientsCard({ items, own }: RecipientsCardProps) {
  return (
    <Card>
      <CardHeader
        title={<Trans>Who gets invoices and receipts</Trans>}
        description={
          <Trans>
            They are mailed to the billing email, and to the recipients listed here. Recipients do not need a login;
            each confirms their address first and can stop the mail at any time.
          </Trans>
        }
        className="sm:px-6"
      />
      {own && <OwnChoice own={own} />}
      {items.length === 0 ? (
        <div className="border-t border-line">
          <EmptyState
            icon={Mail}
            title={<Trans>No further recipients</Trans>}
            description={<Trans>Your bookkeeper or a shared mailbox can get every invoice.</Trans>}
          />
        </div>
      ) : (
        <ul className="border-t border-line">
          {items.map((recipient) => (
            <RecipientRow key={recipient.id} recipient={recipient} />
          ))}
        </ul>
      )}
      {can('billingRecipients.manage') && <AddRecipientForm />}
    </Card>
  );
}

function OwnChoice({ own: { email, receives } }: { own: NonNullable<RecipientsCardProps['own']> }) {
  const save = useSetOwn();
  return (
    <div className="border-t border-line px-5 py-4 sm:px-6">
      <Checkbox
        label={<Trans>Mail them to me too, at {email}</Trans>}
        checked={save.isPending ? save.variables : receives}
        disabled={save.isPending || !can('billingRecipients.receive')}
        onChange={(event) => save.mutate(event.target.checked)}
      />
    </div>
  );
}

function RecipientRow({ recipient }: { recipient: BillingRecipient }) {
  const { t } = useLingui();
  const { id, email, name, language, state } = recipient;
  const resend = useResendLink();
  const [isRemoving, setIsRemoving] = useState(false);
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-5 py-3 last:border-b-0 sm:px-6">
      <div className="min-w-0 flex-1 basis-56">
        <p className="font-medium wrap-anywhere">{email}</p>
        <p className="text-sm text-muted">
          {[name, localeNames[language]].filter(Boolean).join(' · ')} <Since recipient={recipient} />
        </p>
        {state !== 'left' && <NoticesChoice recipient={recipient} />}
      </div>
      <StateTag recipient={recipient} />
      {can('billingRecipients.manage') && (
        <span className="flex gap-2">
          {state === 'waiting' && (
            <Button
              size="sm"
              pending={resend.isPending}
              aria-label={t`Send the link to ${email} again`}
              onClick={() => resend.mutate(id)}
            >
              <Trans>Send again</Trans>
            </Button>
          )}
          <Button
            size="sm"
            variant="dangerSecondary"
            aria-label={t`Remove ${email}`}
            onClick={() => setIsRemoving(true)}
          >
            <Trans>Remove</Trans>
          </Button>
        </span>
      )}
      <RemoveRecipient recipient={recipient} open={isRemoving} onOpenChange={setIsRemoving} />
    </li>
  );
}

/** Whether a recipient also receives notices of renewals and ends (EXP-5). */
function NoticesChoice({ recipient: { id, email, receivesNotices } }: { recipient: BillingRecipient }) {
  const { t } = useLingui();
  const save = useSetNotices();
  return (
    <Checkbox
      className="mt-1.5 text-sm"
      aria-label={t`Renewal and expiry notices too, for ${email}`}
      label={<Trans>Renewal and expiry notices too</Trans>}
      checked={save.isPending ? save.variables.receives : receivesNotices}
      disabled={save.isPending || !can('billingRecipients.manage')}
      onChange={(event) => save.mutate({ id, receives: event.target.checked })}
    />
  );
}

const isOver = ({ confirmUntil }: BillingRecipient) => confirmUntil !== null && new Date(confirmUntil) <= new Date();

function Since({ recipient }: { recipient: BillingRecipient }) {
  if (recipient.confirmUntil === null) return null;
  const day = <Day at={recipient.confirmUntil} />;
  return isOver(recipient) ? <Trans>· The link expired on {day}.</Trans> : <Trans>· The link works until {day}.</Trans>;
}

function StateTag({ recipient }: { recipient: BillingRecipient }) {
  switch (recipient.state) {
    case 'confirmed':
      return (
        <Badge tone="ok">
          <Trans>Confirmed</Trans>
        </Badge>
      );
    case 'left':
      return (
        <Badge tone="neutral">
          <Trans>Wants no mail</Trans>
        </Badge>
      );
    default:
      return (
        <Badge tone="warning">
          {isOver(recipient) ? <Trans>Link expired</Trans> : <Trans>Waiting for confirmation</Trans>}
        </Badge>
      );
  }
}

interface RemoveRecipientProps {
  recipient: BillingRecipient;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

function RemoveRecipient({ recipient: { id, email }, open, onOpenChange }: RemoveRecipientProps) {
  const remove = useRemoveRecipient(() => onOpenChange(false));
  return (
    <LateConfirmDialog
      open={open}
      onOpenChange={(next) => {
        if (!next) remove.reset();
        onOpenChange(next);
      }}
      title={<Trans>Remove this recipient?</Trans>}
      description={
        <Trans>{email} gets no more invoices and receipts, and the links in former mails stop working.</Trans>
      }
      confirmLabel={<Trans>Remove recipient</Trans>}
      isPending={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate(id)}
    />
  );
}
