import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { CockpitNeed } from '@portico/contract';
import { useFormat } from '../../../lib/format.ts';
import { can } from '../../../lib/permissions.ts';
import { describeProblem } from '../../../lib/problem.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Badge, type BadgeTone } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card, CardHeader } from '../../../ui/card.tsx';
import { TextLink } from '../../../ui/link.tsx';
import { NativeSelect } from '../../../ui/native-select.tsx';
import { useSettleIssue } from '../cockpit.api.ts';

const tones: Record<CockpitNeed['reason'], BadgeTone> = {
  pastDue: 'bad',
  overPlaces: 'warning',
  licenseEnds: 'warning',
  tokenEnds: 'warning',
  trialEnds: 'neutral',
  trialEnded: 'neutral',
  priceUnknown: 'warning',
  customerDeleted: 'warning',
  catalogDiffers: 'bad',
  refused: 'bad',
  currencyDiffers: 'warning',
  disputed: 'bad',
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
            <Need key={`${need.reason} ${need.issue?.id ?? need.account?.id} ${need.about}`} need={need} />
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
        {account && (
          <TextLink to="/Operator/Accounts/$id" params={{ id: String(account.id) }} className="text-ink">
            {account.name}
          </TextLink>
        )}
        <Badge tone={tones[reason]}>
          <ReasonWord reason={reason} />
        </Badge>
        {since && <span className="ml-auto text-sm whitespace-nowrap text-muted">{distance(since)}</span>}
      </p>
      <p className="mt-0.5 text-sm text-muted">
        <Reason need={need} />
      </p>
      {need.issue && <Issue issue={need.issue} canCorrect={reason === 'catalogDiffers'} />}
    </li>
  );
}

/** An issue at Stripe in Stripe's words, with what settles it. */
function Issue({
  issue: { id, detail, pricePlans },
  canCorrect,
}: {
  issue: NonNullable<CockpitNeed['issue']>;
  canCorrect: boolean;
}) {
  const { t } = useLingui();
  const settle = useSettleIssue();
  return (
    <>
      <p className="mt-0.5 text-sm break-words text-muted">{detail}</p>
      {settle.error && <Alert tone="bad">{describeProblem(settle.error)}</Alert>}
      {can('operator.manageAccounts') && (
        <div className="mt-2 flex flex-wrap items-center gap-2">
          {pricePlans.length > 0 && (
            <NativeSelect
              aria-label={t`Plan`}
              value=""
              disabled={settle.isPending}
              options={[
                { value: '', label: t`Choose the plan`, disabled: true },
                ...pricePlans.map((plan) => ({ value: plan.id, label: plan.name })),
              ]}
              onChange={(pricePlanId) => settle.mutate({ id, by: { pricePlanId } })}
              className="min-w-0 flex-1"
            />
          )}
          {canCorrect && can('operator.manageCatalog') && (
            <Button size="sm" pending={settle.isPending} onClick={() => settle.mutate({ id, by: 'correct' })}>
              <Trans>Correct Stripe</Trans>
            </Button>
          )}
          <Button size="sm" pending={settle.isPending} onClick={() => settle.mutate({ id, by: 'dismiss' })}>
            <Trans>Dismiss</Trans>
          </Button>
        </div>
      )}
    </>
  );
}

function ReasonWord({ reason }: { reason: CockpitNeed['reason'] }) {
  switch (reason) {
    case 'pastDue':
      return <Trans>Past due</Trans>;
    case 'overPlaces':
      return <Trans>Over its seat limit</Trans>;
    case 'licenseEnds':
      return <Trans>License ends</Trans>;
    case 'tokenEnds':
      return <Trans>Token ends</Trans>;
    case 'trialEnds':
      return <Trans>Trial ends</Trans>;
    case 'trialEnded':
      return <Trans>Trial ended</Trans>;
    case 'priceUnknown':
      return <Trans>Price not in the catalog</Trans>;
    case 'customerDeleted':
      return <Trans>Customer was deleted at Stripe</Trans>;
    case 'catalogDiffers':
      return <Trans>Stripe differs from the catalog</Trans>;
    case 'refused':
      return <Trans>Refused by Stripe</Trans>;
    case 'currencyDiffers':
      return <Trans>Currency does not match</Trans>;
    case 'disputed':
      return <Trans>Payment disputed</Trans>;
  }
}

function Reason({ need: { reason, about, exceeded, quantity } }: { need: CockpitNeed }) {
  if (reason === 'pastDue') return <Trans>The latest invoice of {about} was not paid.</Trans>;
  if (reason === 'licenseEnds') return <Trans>A license of {about} that nothing renews: offer another one.</Trans>;
  if (reason === 'tokenEnds') return <Trans>A token of {about} expires, and nothing replaces it yet.</Trans>;
  if (reason === 'trialEnds') return <Trans>{about} is in a trial.</Trans>;
  if (reason === 'trialEnded') return <Trans>{about} was tried, and not bought.</Trans>;
  if (reason === 'priceUnknown')
    return about ? (
      <Trans>{about} keeps its plan. Choose the plan that the price belongs to.</Trans>
    ) : (
      <Trans>The subscription has no license until you choose its plan.</Trans>
    );
  if (reason === 'customerDeleted') return <Trans>The next purchase or card creates a new customer.</Trans>;
  if (reason === 'catalogDiffers') return <Trans>Make Stripe match the catalog, or change the catalog.</Trans>;
  if (reason === 'refused') return <Trans>A customer could not continue. Stripe’s reason:</Trans>;
  if (reason === 'currencyDiffers') return <Trans>The customer cannot buy until this is solved at Stripe.</Trans>;
  if (reason === 'disputed') return <Trans>Answer the dispute at Stripe.</Trans>;
  return (
    <>
      <Plural value={exceeded} one="# device without a seat," other="# devices without a seat," />{' '}
      <Trans>
        license {about} has {quantity}.
      </Trans>
    </>
  );
}
