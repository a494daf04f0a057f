import { Plural, Trans } from '@lingui/react/macro';
import type { CockpitNeed } from '@portico/contract';
import { useFormat } from '../../../lib/format.ts';
import { Badge, type BadgeTone } from '../../../ui/badge.tsx';
import { Card, CardHeader } from '../../../ui/card.tsx';
import { TextLink } from '../../../ui/link.tsx';

const tones: Record<CockpitNeed['reason'], BadgeTone> = {
  pastDue: 'bad',
  overPlaces: 'warning',
  licenseEnds: 'warning',
  tokenEnds: 'warning',
  trialEnds: 'neutral',
  trialEnded: 'neutral',
};

/** Accounts that need attention, with the reason (OPR-6). */
export function NeedsCard({ needs }: { needs: readonly CockpitNeed[] }) {
  return (
    <Card className="overflow-hidden">
      <CardHeader title={<Trans>Need a hand</Trans>} action={<Badge tone="neutral">{needs.length}</Badge>} />
      {needs.length === 0 ? (
        <p className="border-t border-line px-5 py-4 text-muted">
          <Trans>No account needs anything now</Trans>
        </p>
      ) : (
        <ul className="divide-y divide-line border-t border-line">
          {needs.map((need) => (
            <Need key={`${need.reason} ${need.account.id} ${need.about}`} need={need} />
          ))}
        </ul>
      )}
    </Card>
  );
}

function Need({ need }: { need: CockpitNeed }) {
  const { distance } = useFormat();
  const { account, reason, since } = need;
  return (
    <li className="px-5 py-3">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <TextLink to="/Operator/Accounts/$id" params={{ id: String(account.id) }} className="text-ink">
          {account.name}
        </TextLink>
        <Badge tone={tones[reason]}>
          <ReasonWord reason={reason} />
        </Badge>
        {since && <span className="ml-auto text-sm whitespace-nowrap text-muted">{distance(since)}</span>}
      </p>
      <p className="mt-0.5 text-sm text-muted">
        <Reason need={need} />
      </p>
    </li>
  );
}

function ReasonWord({ reason }: { reason: CockpitNeed['reason'] }) {
  switch (reason) {
    case 'pastDue':
      return <Trans>Past due</Trans>;
    case 'overPlaces':
      return <Trans>Over its seats</Trans>;
    case 'licenseEnds':
      return <Trans>License ends</Trans>;
    case 'tokenEnds':
      return <Trans>Token ends</Trans>;
    case 'trialEnds':
      return <Trans>Trial ends</Trans>;
    case 'trialEnded':
      return <Trans>Trial ended</Trans>;
  }
}

function Reason({ need: { reason, about, exceeded, quantity } }: { need: CockpitNeed }) {
  if (reason === 'pastDue') return <Trans>The latest invoice of {about} was not paid.</Trans>;
  if (reason === 'licenseEnds') return <Trans>A license of {about} that nothing renews: offer another one.</Trans>;
  if (reason === 'tokenEnds') return <Trans>A token of {about} expires, and nothing replaces it yet.</Trans>;
  if (reason === 'trialEnds') return <Trans>{about} is tried now.</Trans>;
  if (reason === 'trialEnded') return <Trans>{about} was tried, and not bought.</Trans>;
  return (
    <>
      <Plural value={exceeded} one="# device without a seat," other="# devices without a seat," />{' '}
      <Trans>
        license {about} has {quantity}.
      </Trans>
    </>
  );
}
