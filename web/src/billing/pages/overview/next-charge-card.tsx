import { Plural, Trans } from '@lingui/react/macro';
import type { NextPayment, UnitName } from '@portico/contract';
import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { requestCardReplacement } from '../../../lib/card-replacement-request.ts';
import { useFormat } from '../../../lib/format.ts';
import { can } from '../../../lib/permissions.ts';
import { useRememberedCount } from '../../../lib/remembered-count.ts';
import { useShortDate } from '../../../lib/short-date.ts';
import { phone, useMedia } from '../../../lib/use-media.ts';
import { useAttention } from '../../../notices/attention/attention.api.ts';
import { type ExpiringCard, lastChargeDay } from '../../../notices/attention/model/attention.ts';
import { Card } from '../../../ui/card.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Day } from '../../../ui/moment.tsx';
import { useReservedHeight } from '../../../ui/reserved-room.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { useNextPayments } from '../../billing-overviews/billing-overviews.api.ts';
import { CardNumber } from '../../cards/components/card-face.tsx';
import { ChargeLine, ChargeLines } from '../../subscriptions/components/charge-lines.tsx';
import { useOverviewSubscriptions } from './overview-data.ts';

/** The next charge with its lines, and a warning if its card expires before then (UI-15). */
export function NextChargeCard({ renderLogo }: { renderLogo: (productId: string, name: string) => ReactNode }) {
  const query = useNextPayments();
  const { data } = query;
  const charged = data?.items.filter(({ amountDue }) => amountDue > 0) ?? [];
  const shown = charged[0] ?? data?.items[0];
  const day = useShortDate();
  const others = charged.slice(1).filter(({ at }) => day(at) === day(charged[0]?.at ?? at)).length;
  const lines = shown?.breakdown ? shown.breakdown.lines.length + shown.breakdown.taxAmounts.length + 1 : null;
  const skeletonLines = useRememberedCount('next-charge', lines, 5, 8);
  const attention = useAttention();
  const { ref, height } = useReservedHeight('next-charge', data !== undefined && !attention.isLoading);
  return (
    <Card ref={ref} className="overflow-hidden" style={{ minHeight: height }}>
      <section className="px-pad py-4 sm:py-5">
        <h2 className="text-sm text-muted">
          <Trans>Next charge</Trans>
        </h2>
        {shown && <Headline payment={shown} others={others} />}
        {shown?.breakdown && <Lines payment={shown} renderLogo={renderLogo} />}
        {data && !shown && (
          <>
            <Figure>–</Figure>
            <p className="text-muted">
              <Trans>No charge is planned</Trans>
            </p>
          </>
        )}
        {!data && query.isPending && <ChargeSkeleton lines={skeletonLines} />}
        {!data && query.error && (
          <ErrorState
            className="py-4"
            error={query.error}
            title={<Trans>The next charge could not be loaded</Trans>}
            onRetry={() => void query.refetch()}
            isRetrying={query.isFetching}
          />
        )}
      </section>
      {shown && <ExpiryStrip payment={shown} />}
    </Card>
  );
}

function Figure({ children }: { children: ReactNode }) {
  return <p className="flex h-9 items-center text-price font-semibold tracking-tight tabular-nums">{children}</p>;
}

/** '$433.46', 'Dec 23 · in 25 days · Veriscan Cloud  VISA •••• 4242' */
function Headline({ payment, others }: { payment: NextPayment; others: number }) {
  const { money, distance } = useFormat();
  const { at, amountDue, total, currency, productName, card, isBeforeTax } = payment;
  const when = <Day at={at} isShort />;
  const owed = money(amountDue - total, currency);
  return (
    <>
      <div className="flex items-center justify-between gap-3">
        <Figure>{money(amountDue, currency)}</Figure>
        {amountDue > 0 && card && <CardNumber brand={card.brand} last4={card.last4} />}
      </div>
      {amountDue === 0 ? (
        <p className="min-h-6 text-muted">
          <Trans>Your credit pays what is due on {when}</Trans>
        </p>
      ) : (
        <p className="min-h-6 text-muted">
          <Day at={at} isShort className="font-medium text-ink" /> · {distance(at)} · {productName}
          {isBeforeTax && (
            <>
              {' · '}
              <Trans>before tax</Trans>
            </>
          )}
        </p>
      )}
      {amountDue > total && (
        <p className="text-sm text-muted">
          <Trans>{owed} of it is what your account owes</Trans>
        </p>
      )}
      {others > 0 && (
        <p className="text-sm text-muted">
          <Plural value={others} one="and # more on the same day" other="and # more on the same day" />
        </p>
      )}
    </>
  );
}

interface LinesProps {
  payment: NextPayment;
  renderLogo: (productId: string, name: string) => ReactNode;
}

/** The lines of the invoice; collapsed on phones. */
function Lines({ payment, renderLogo }: LinesProps) {
  const isPhone = useMedia(phone);
  const lines = (
    <div className="flex items-start gap-3">
      <span className="max-sm:hidden">{renderLogo(payment.productId, payment.productName)}</span>
      <LineList payment={payment} />
    </div>
  );
  if (!isPhone) return <div className="mt-4 border-t border-line pt-4">{lines}</div>;
  return (
    <details className="mt-1">
      <summary className="touch-area w-fit cursor-pointer text-sm font-medium text-accent-text">
        <Trans>What it is for</Trans>
      </summary>
      <div className="mt-2 border-t border-line pt-3">{lines}</div>
    </details>
  );
}

function LineList({ payment }: { payment: NextPayment }) {
  const { money } = useFormat();
  const { breakdown, currency, total, amountDue } = payment;
  const unit = useUnitOf(payment.subscriptionId);
  if (!breakdown) return null;
  const { discount, taxAmounts } = breakdown;
  const credit = Math.max(0, total - amountDue);
  return (
    <dl className="flex min-w-0 flex-1 flex-col gap-2">
      <ChargeLines lines={breakdown.lines} currency={currency} unit={unit} />
      {discount !== 0 && <ChargeLine label={<Trans>Discount</Trans>} amount={money(-discount, currency)} tone="ok" />}
      {taxAmounts.map((tax) => (
        <ChargeLine
          key={tax.description}
          label={tax.description}
          amount={money(tax.amount, currency)}
          className="text-muted"
        />
      ))}
      <ChargeLine isFirst label={<Trans>Total</Trans>} amount={money(total, currency)} className="font-semibold" />
      {credit > 0 && (
        <>
          <ChargeLine label={<Trans>Your credit</Trans>} amount={money(-credit, currency)} tone="ok" />
          <ChargeLine label={<Trans>Charged to the card</Trans>} amount={money(amountDue, currency)} />
        </>
      )}
    </dl>
  );
}

function useUnitOf(subscriptionId: number): UnitName | undefined {
  return useOverviewSubscriptions().data?.items.find(({ id }) => id === subscriptionId)?.unit;
}

/** Shown if the card of the charge expires before it. */
function ExpiryStrip({ payment: { subscriptionId, at } }: { payment: NextPayment }) {
  const day = useShortDate();
  const found = useAttention().data?.items.find(
    (item): item is ExpiringCard =>
      item.kind === 'cardExpires' && item.subscriptions.some((one) => one.subscriptionId === subscriptionId),
  );
  if (!found || lastChargeDay(found).getTime() > new Date(at).getTime()) return null;
  const end = day(lastChargeDay(found));
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 bg-warning-soft px-pad py-2 text-warning">
      <TriangleAlert aria-hidden="true" className="size-4 shrink-0" />
      <span className="min-w-0 flex-1">
        {found.hasExpired ? (
          <Trans>This card expired on {end}.</Trans>
        ) : (
          <Trans>This card expires on {end}, before this charge.</Trans>
        )}
      </span>
      {can('cards.manage') && (
        <button
          type="button"
          className="touch-area rounded font-medium text-accent-text underline-offset-4 hover:underline"
          onClick={() => requestCardReplacement(found.paymentMethodId)}
        >
          <Trans>Replace card</Trans>
        </button>
      )}
    </div>
  );
}

function ChargeSkeleton({ lines }: { lines: number }) {
  return (
    <div aria-hidden="true">
      <Figure>
        <Skeleton className="h-7 w-32" />
      </Figure>
      <div className="flex h-6 items-center">
        <Skeleton className="w-52" />
      </div>
      <div className="h-6 sm:hidden" />
      <div className="mt-4 flex flex-col gap-2 border-t border-line pt-4 max-sm:hidden">
        {Array.from({ length: lines }, (_, line) => line).map((line) => (
          <div key={line} className="flex h-5 items-center justify-between">
            <Skeleton className="w-40" />
            <Skeleton className="w-16" />
          </div>
        ))}
      </div>
    </div>
  );
}
