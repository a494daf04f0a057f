import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { Health } from '@portico/contract';
import type { ReactNode } from 'react';
import { useFormat } from '../../../lib/format.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Card } from '../../../ui/card.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { useHealth } from '../health.api.ts';
import { findTroubles, type Sign, signs } from '../signs.ts';
import { SignText, useSignNames } from './sign-text.tsx';

/** The installation's health, with details of each part (OPR-7). */
export function HealthCard() {
  const query = useHealth();
  const names = useSignNames();
  return (
    <QueryView query={query} missing={<Trans>This was not found</Trans>} skeletonClassName="h-96">
      {(health) => {
        const troubles = findTroubles(health, Date.now());
        return (
          <Card className="overflow-hidden">
            <ul className="divide-y divide-line">
              {signs.map((sign) => (
                <li
                  key={sign}
                  className="grid gap-x-6 gap-y-1 px-5 py-4 sm:grid-cols-[160px_200px_1fr] sm:items-baseline"
                >
                  <p className="flex items-center gap-2 font-medium">
                    {names[sign]}
                    {troubles.has(sign) && (
                      <Badge tone="warning">
                        <Trans>Check this</Trans>
                      </Badge>
                    )}
                  </p>
                  <p className="font-medium">
                    <SignText sign={sign} health={health} />
                  </p>
                  <p className="min-w-0 text-muted">
                    <More sign={sign} health={health} />
                  </p>
                </li>
              ))}
            </ul>
          </Card>
        );
      }}
    </QueryView>
  );
}

const megabyte = 1_048_576;

function More({ sign, health }: { sign: Sign; health: Health }): ReactNode {
  const { date, number } = useFormat();
  const { queue, webhooks, stripeIssues, mirror, backupAt, licenseKeySince, migrations, databaseBytes } = health;
  switch (sign) {
    case 'queue': {
      const since = queue.oldestAt && date(queue.oldestAt, 'dateTime');
      return since ? (
        <Trans>The oldest job has been waiting since {since}.</Trans>
      ) : (
        <Trans>No jobs are waiting.</Trans>
      );
    }
    case 'webhooks': {
      if (webhooks.fault) return <WebhookFault fault={webhooks.fault} />;
      const last = webhooks.lastAt && date(webhooks.lastAt, 'dateTime');
      return last ? <Trans>The latest event came on {last}.</Trans> : <Trans>No event has come yet.</Trans>;
    }
    case 'mirror':
      return <Mirror comparedAt={mirror && date(mirror.at, 'dateTime')} issues={stripeIssues} />;
    case 'mail':
      return <Trans>Messages of the last 24 hours.</Trans>;
    case 'backup':
      return backupAt ? (
        date(backupAt, 'dateTime')
      ) : (
        <Trans>
          The script that makes backups has to report each one, as the guide to operations says under ‘Keeping it’.
        </Trans>
      );
    case 'licenseKey':
      return licenseKeySince ? (
        date(licenseKeySince, 'dateTime')
      ) : (
        <Trans>It is created with the first license file.</Trans>
      );
    case 'version': {
      const [applied, expected] = [number(migrations.applied), number(migrations.expected)];
      const size = number(Math.ceil(databaseBytes / megabyte));
      return (
        <Trans>
          {applied} of {expected} migrations are applied. The database takes {size} MB.
        </Trans>
      );
    }
    case 'connections':
      return <Connections unencrypted={health.unencrypted} untrustedProxy={health.untrustedProxy} />;
  }
}

function Mirror({ comparedAt, issues }: { comparedAt: string | null; issues: number }) {
  return (
    <>
      {comparedAt ? (
        <Trans>Compared with Stripe on {comparedAt}.</Trans>
      ) : (
        <Trans>The first comparison runs tonight.</Trans>
      )}{' '}
      {issues > 0 && (
        <Plural value={issues} one="# issue at Stripe needs attention." other="# issues at Stripe need attention." />
      )}
    </>
  );
}

function WebhookFault({ fault }: { fault: NonNullable<Health['webhooks']['fault']> }) {
  switch (fault) {
    case 'wrongSignature':
      return (
        <Trans>
          Their signature does not match STRIPE_WEBHOOK_SECRET. Compare it with the secret of the endpoint at Stripe.
        </Trans>
      );
    case 'oldSignature':
      return <Trans>Their time differs from this server’s by more than five minutes. Check the server’s clock.</Trans>;
    case 'notDelivered':
      return (
        <Trans>
          Stripe delivered none of the events of the last day; the portal fetched them. Check the webhook endpoint at
          Stripe.
        </Trans>
      );
  }
}

function Connections({ unencrypted, untrustedProxy }: Pick<Health, 'unencrypted' | 'untrustedProxy'>) {
  const { t } = useLingui();
  const names = { database: t`database`, mail: t`mail`, texts: t`text messages` };
  const listed = unencrypted.map((one) => names[one]).join(', ');
  return (
    <>
      {untrustedProxy !== null && (
        <>
          <Trans>
            {untrustedProxy} forwards requests but is not in TRUSTED_PROXIES, so its visitors share one address.
          </Trans>{' '}
        </>
      )}
      {unencrypted.length === 0 ? (
        <Trans>Database, mail and text messages use TLS, or stay on this machine.</Trans>
      ) : (
        <Trans>Possibly without TLS to another host: {listed}.</Trans>
      )}
    </>
  );
}
