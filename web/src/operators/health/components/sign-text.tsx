import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { Health } from '@portico/contract';
import { useFormat } from '../../../lib/format.ts';
import type { Sign } from '../signs.ts';

/** The names of the installation's parts. */
export function useSignNames(): Record<Sign, string> {
  const { t } = useLingui();
  return {
    queue: t`Queue`,
    webhooks: t`Webhooks`,
    mirror: t`Stripe mirror`,
    mail: t`Mail`,
    backup: t`Backup`,
    licenseKey: t`License key`,
    version: t`Version`,
    connections: t`Connections`,
  };
}

/** The state of one part of the installation in a few words. */
export function SignText({ sign, health }: { sign: Sign; health: Health }) {
  const { distance } = useFormat();
  const { queue, webhooks, mirror, mail, backupAt, licenseKeySince, version, migrations } = health;
  switch (sign) {
    case 'queue':
      return queue.failed > 0 ? (
        <Plural value={queue.failed} one="# job failed" other="# jobs failed" />
      ) : (
        <Plural value={queue.waiting} one="# waiting" other="# waiting" />
      );
    case 'webhooks':
      if (webhooks.fault === 'notDelivered') return <Trans>Not delivered</Trans>;
      if (webhooks.fault) return <Trans>Events are refused</Trans>;
      if (webhooks.dead > 0) return <Plural value={webhooks.dead} one="# event failed" other="# events failed" />;
      return <Plural value={webhooks.lagSeconds} one="# s behind" other="# s behind" />;
    case 'mirror':
      return <MirrorText mirror={mirror} />;
    case 'mail':
      return <MailText mail={mail} />;
    case 'backup':
      return backupAt ? distance(backupAt) : <Trans>No backup reported</Trans>;
    case 'licenseKey': {
      const since = licenseKeySince && distance(licenseKeySince);
      return since ? <Trans>Created {since}</Trans> : <Trans>None yet</Trans>;
    }
    case 'version':
      if (migrations.applied >= migrations.expected) return version;
      return (
        <Plural
          value={migrations.expected - migrations.applied}
          one="# migration missing"
          other="# migrations missing"
        />
      );
    case 'connections':
      if (health.untrustedProxy !== null) return <Trans>Addresses are lost</Trans>;
      return health.unencrypted.length > 0 ? <Trans>Not all encrypted</Trans> : <Trans>All encrypted</Trans>;
  }
}

function MirrorText({ mirror }: Pick<Health, 'mirror'>) {
  const { distance } = useFormat();
  if (!mirror) return <Trans>Never compared</Trans>;
  const when = distance(mirror.at);
  if (mirror.state === 'failed') return <Trans>Failed {when}</Trans>;
  if (mirror.differences === 0) return <Trans>Matched {when}</Trans>;
  return <Plural value={mirror.differences} one="# difference repaired" other="# differences repaired" />;
}

function MailText({ mail: { total, failed, kept } }: Pick<Health, 'mail'>) {
  const { number } = useFormat();
  const all = number(total);
  if (failed > 0) {
    const lost = number(failed);
    return (
      <Trans>
        {lost} of {all} failed
      </Trans>
    );
  }
  if (kept > 0) return <Plural value={kept} one="# kept, not sent" other="# kept, not sent" />;
  return <Plural value={total} one="# in 24 hours" other="# in 24 hours" />;
}
