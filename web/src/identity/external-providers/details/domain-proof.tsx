import { Trans, useLingui } from '@lingui/react/macro';
import type { MailDomain } from '@portico/contract';
import { useFormat } from '../../../lib/format.ts';
import { can } from '../../../lib/permissions.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { CopyField } from '../../../ui/copy-field.tsx';
import type { useDomain } from '../external-providers.api.ts';

type Actions = ReturnType<typeof useDomain>;

interface DomainProofProps {
  domain: MailDomain;
  check: Actions['check'];
  mail: Actions['mail'];
}

/** How a mail domain was verified, or how to verify it: with a DNS record, or with a link mailed to admin@. */
export function DomainProof({ domain, check, mail }: DomainProofProps) {
  const { t } = useLingui();
  const { date } = useFormat();
  const { provedAt, proof, mailedTo, mailedAt } = domain;
  if (provedAt) {
    const day = date(provedAt);
    return (
      <p className="mt-1 text-sm text-muted">
        {proof === 'mail' ? (
          <Trans>
            Confirmed by a mail to {mailedTo}, {day}
          </Trans>
        ) : (
          <Trans>DNS record found, {day}. Leave it in its place: tests look for it again</Trans>
        )}
      </p>
    );
  }
  const mailed = mailedAt && date(mailedAt, 'dateTime');
  return (
    <div className="mt-3 grid gap-3">
      <p className="text-sm text-muted">
        <Trans>
          Add this TXT record to the domain’s DNS, then check it. Changes can take an hour to become visible.
        </Trans>
      </p>
      <div className="grid gap-3 sm:grid-cols-2">
        <CopyField label={t`Name of the TXT record`} value={domain.recordName} copyLabel={t`Copy name`} />
        <CopyField label={t`Value`} value={domain.recordValue} copyLabel={t`Copy value`} />
      </div>
      <LastCheck domain={domain} />
      {mailed && (
        <p role="status" className="text-sm text-muted">
          <Trans>
            A link went to {mailedTo}, {mailed}. It works once, within a day.
          </Trans>
        </p>
      )}
      {can('externalProviders.manage') && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button size="sm" pending={check.isPending} disabled={mail.isPending} onClick={() => check.mutate()}>
            <Trans>Check the record</Trans>
          </Button>
          <Button
            size="sm"
            variant="quiet"
            // The address may be as long as a domain.
            className="h-auto min-h-8 shrink py-1 text-left whitespace-normal wrap-anywhere"
            pending={mail.isPending}
            disabled={check.isPending}
            onClick={() => mail.mutate()}
          >
            {mailed ? <Trans>Mail {mailedTo} again</Trans> : <Trans>Or mail a link to {mailedTo}</Trans>}
          </Button>
        </div>
      )}
    </div>
  );
}

/** The result of the last DNS check. */
function LastCheck({ domain: { checkedAt, lastCheck, foundValue } }: { domain: MailDomain }) {
  const { date } = useFormat();
  if (!checkedAt || !lastCheck || lastCheck === 'found') return null;
  const when = date(checkedAt, 'dateTime');
  return (
    <Alert tone="warning">
      {lastCheck === 'missing' && <Trans>{when}: no such record was found yet.</Trans>}
      {lastCheck === 'other' && (
        <Trans>
          {when}: another value was found, <code className="font-mono wrap-anywhere">{foundValue ?? ''}</code>. Replace
          it by the one above, or add a second record.
        </Trans>
      )}
      {lastCheck === 'unreachable' && (
        <Trans>{when}: the DNS servers of the domain did not answer. Check again later.</Trans>
      )}
    </Alert>
  );
}
