import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useEffect, useId } from 'react';
import { Badge } from '../../../ui/badge.tsx';
import { Card } from '../../../ui/card.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { ButtonLink } from '../../../ui/link.tsx';
import { estimateHeight } from '../../../ui/reserved-room.tsx';
import { useAttention, useUsedEnds } from '../attention.api.ts';
import type { Ending } from '../model/attention.ts';
import {
  type Confirming,
  findPrimaryNeed,
  isAboutProduct,
  listNeeds,
  listUsedNeeds,
  type Need,
} from '../model/needs.ts';
import { LicenseRow, TokenRow, TrialRow, UsedRow } from './end-rows.tsx';
import { NeedRow } from './need-row.tsx';
import { CardRow, EndingRow, MissingCardRow, type NeedVariant, SeatsRow, UnpaidRow } from './need-rows.tsx';

/** The height of the banner with one unpaid invoice on the billing page, px. */
const bannerHeight = { onPhones: 144, else: 64 };

interface NeedsProps {
  /** Pending purchases and changes. */
  confirming: readonly Confirming[];
  /** Renders a button that restores a subscription. */
  renderKeep: (item: Ending, variant: NeedVariant) => ReactNode;
}

/** The needs of one product, without a heading. Renders nothing if there are none. */
export function ProductNeeds({ productId, renderKeep }: { productId: string } & Pick<NeedsProps, 'renderKeep'>) {
  const { t } = useLingui();
  const items = useAttention().data?.items ?? [];
  const ends = useUsedEnds().data;
  const needs = [
    ...listNeeds(
      items.filter((item) => isAboutProduct(item, productId)),
      [],
    ),
    ...listUsedNeeds(ends?.items.filter((item) => item.productId === productId) ?? [], ends?.ask ?? []),
  ];
  if (needs.length === 0) return null;
  return (
    <Card>
      <ul aria-label={t`What needs you`}>
        {needs.map((need) => (
          <Row
            key={need.key}
            need={need}
            variant={need.kind === 'unpaid' ? 'primary' : 'secondary'}
            renderKeep={renderKeep}
          />
        ))}
      </ul>
    </Card>
  );
}

/**
 * The account's needs, one row each, the most urgent first; only the first row has the primary button (UI-41).
 * Renders nothing without needs.
 */
export function Needs({ confirming, renderKeep }: NeedsProps) {
  const { data, error, isFetching, refetch } = useAttention();
  const ends = useUsedEnds().data;
  const id = useId();
  const needs = [...listNeeds(data?.items ?? [], confirming), ...listUsedNeeds(ends?.items ?? [], ends?.ask ?? [])];
  const hasFailed = error !== null && !data;
  const isOwing = needs[0]?.kind === 'unpaid';
  useEffect(() => {
    if (isOwing) estimateHeight('attention', bannerHeight);
  }, [isOwing]);
  if (needs.length === 0 && !hasFailed) return null;
  const primary = findPrimaryNeed(needs);
  const count = needs.filter(({ kind }) => kind !== 'waiting').length;
  return (
    <section aria-labelledby={id} className="mb-8">
      <div className="mb-3 flex items-center gap-2.5">
        <h2 id={id} className="text-lg font-semibold tracking-tight">
          <Trans>What needs you</Trans>
        </h2>
        {count > 0 && <Badge tone={needs[0]?.kind === 'unpaid' ? 'bad' : 'warning'}>{count}</Badge>}
      </div>
      <Card>
        {hasFailed && (
          <ErrorState
            className="py-6"
            error={error}
            title={<Trans>What needs you could not be loaded</Trans>}
            onRetry={() => void refetch()}
            isRetrying={isFetching}
          />
        )}
        <ul>
          {needs.map((need) => (
            <Row
              key={need.key}
              need={need}
              variant={need === primary ? 'primary' : 'secondary'}
              renderKeep={renderKeep}
            />
          ))}
        </ul>
      </Card>
    </section>
  );
}

interface RowProps {
  need: Need;
  variant: NeedVariant;
  renderKeep: NeedsProps['renderKeep'];
}

function Row({ need, variant, renderKeep }: RowProps) {
  switch (need.kind) {
    case 'unpaid':
    case 'due':
      return <UnpaidRow item={need.item} variant={variant} />;
    case 'ending':
      return <EndingRow item={need.item} variant={variant} renderKeep={renderKeep} />;
    case 'card':
      return <CardRow item={need.item} variant={variant} />;
    case 'noCard':
      return <MissingCardRow item={need.item} variant={variant} />;
    case 'places':
      return <SeatsRow item={need.item} variant={variant} />;
    case 'trial':
      return <TrialRow item={need.item} variant={variant} />;
    case 'license':
      return <LicenseRow item={need.item} variant={variant} />;
    case 'token':
      return <TokenRow item={need.item} variant={variant} />;
    case 'used':
      return <UsedRow item={need.item} ask={need.ask} />;
    default:
      return <ConfirmingRow operation={need.operation} variant={variant} />;
  }
}

/**
 * A payment that waits for its cardholder, or an operation that settles by itself. Its buttons are on the product's
 * page.
 */
function ConfirmingRow({ operation, variant }: { operation: Confirming; variant: NeedVariant }) {
  const { name, productId: id, needsCardholder } = operation;
  return (
    <NeedRow
      kind={needsCardholder ? 'confirm' : 'waiting'}
      title={
        needsCardholder ? (
          <Trans>Your payment for {name} waits for your confirmation</Trans>
        ) : (
          <Trans>Being confirmed: {name}</Trans>
        )
      }
      action={
        <ButtonLink to="/Products/$id/Subscription" params={{ id }} variant={variant}>
          {needsCardholder ? <Trans>Confirm payment</Trans> : <Trans>Details</Trans>}
          <span className="sr-only">{name}</span>
        </ButtonLink>
      }
    >
      {needsCardholder ? (
        <Trans>Your bank asks you to confirm it. Until then nothing is bought.</Trans>
      ) : (
        <Trans>You do not have to do anything: the result appears here automatically.</Trans>
      )}
    </NeedRow>
  );
}
