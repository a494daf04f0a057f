import { Trans } from '@lingui/react/macro';
import { type ReactNode, Suspense } from 'react';
import { lazyPart, usePreload } from '../../../lib/lazy.tsx';
import { can } from '../../../lib/permissions.ts';
import { useRememberedCount } from '../../../lib/remembered-count.ts';
import { Card, CardHeader } from '../../../ui/card.tsx';
import { useReservedHeight } from '../../../ui/reserved-room.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { useCards } from '../../cards/api/list-cards.ts';
import { useCardsNotice } from '../../operations/cards-notice.tsx';
import { SubscriptionsCard } from '../../subscriptions/components/subscriptions-card.tsx';
import { KnownLogo } from './known-logo.tsx';
import { NextChargeCard } from './next-charge-card.tsx';
import { useHasNoHistory } from './overview-data.ts';

/** These are below or beside the first view, so they load with the data. */
const CardsCard = lazyPart(() => import('../../cards/components/cards-card.tsx').then((module) => module.CardsCard));
const LatestLists = lazyPart(() => import('./latest-cards.tsx').then((module) => module.LatestLists));
const Rail = lazyPart(() => import('./rail.tsx').then((module) => module.Rail));
const NothingYet = lazyPart(() => import('./nothing-yet.tsx').then((module) => module.NothingYet));
const PendingCard = lazyPart(() =>
  import('../../invoices/components/pending-card.tsx').then((module) => module.PendingCard),
);

const renderLogo = (productId: string, name: string) => <KnownLogo productId={productId} name={name} size="sm" />;

/**
 * What is charged next, the payment methods, the subscriptions, the newest invoices and payments, and pending items;
 * beside them the next charges, the credit header and the addressee (UI-15).
 */
export function Overview({ showsParts }: { showsParts: boolean }) {
  usePreload(CardsCard);
  usePreload(LatestLists);
  usePreload(Rail);
  usePreload(PendingCard);
  const cardsNotice = useCardsNotice();
  const hasCards = (useCards().data?.items.length ?? 0) > 0;
  const hasNoHistory = useHasNoHistory();
  if (!showsParts) return <Frames />;
  if (hasNoHistory) {
    return hasCards || cardsNotice ? (
      <div className="flex max-w-[760px] flex-col gap-4 max-sm:gap-3">
        <Suspense fallback={<CardsFrame />}>
          <NothingYet mayAddCard={false} />
          <CardsCard unsettledNotice={cardsNotice} />
        </Suspense>
      </div>
    ) : (
      <Suspense fallback={null}>
        <NothingYet mayAddCard={can('cards.add')} />
      </Suspense>
    );
  }
  return (
    <div key="parts" className={gridClasses}>
      <div className={columnClasses}>
        <NextChargeCard renderLogo={renderLogo} />
        <Suspense fallback={<CardsFrame />}>
          <CardsCard unsettledNotice={cardsNotice} />
        </Suspense>
        <SubscriptionsCard
          renderLogo={({ productId, productName }) => <KnownLogo productId={productId} name={productName} size="row" />}
        />
        <Suspense fallback={<Frame title={<Trans>Invoices</Trans>} rows={5} />}>
          <LatestLists />
          <PendingCard />
        </Suspense>
      </div>
      <div className={railClasses}>
        <Suspense fallback={<RailFrames />}>
          <Rail renderLogo={renderLogo} />
        </Suspense>
      </div>
    </div>
  );
}

const gridClasses = 'grid items-start gap-4 max-sm:gap-3 lg:grid-cols-[minmax(0,760px)_320px] lg:gap-6';
const columnClasses = 'flex min-w-0 flex-col gap-4 max-sm:gap-3';
const railClasses =
  'grid min-w-0 grid-cols-[minmax(0,1fr)] items-start gap-4 [--pad:20px] max-sm:gap-3 max-sm:[--pad:16px] max-lg:sm:grid-cols-2';

/** The page until any of its data is known. */
function Frames() {
  return (
    <div key="frames" className={gridClasses}>
      <div className={columnClasses}>
        <Frame title={<Trans>Next charge</Trans>} rows={3} />
        <CardsFrame />
        <Frame title={<Trans>Subscriptions</Trans>} rows={2} />
        <Frame title={<Trans>Invoices</Trans>} rows={5} />
      </div>
      <div className={railClasses}>
        <RailFrames />
      </div>
    </div>
  );
}

function RailFrames() {
  return (
    <>
      <Frame title={<Trans>Coming up</Trans>} rows={3} className="max-sm:hidden" />
      <Frame title={<Trans>Paid so far</Trans>} rows={2} />
      <Frame title={<Trans>Billed to</Trans>} rows={2} />
    </>
  );
}

/** The cards while their code is loading. */
function CardsFrame() {
  const rows = useRememberedCount('cards', null, 2, 10);
  const { height } = useReservedHeight('cards', false);
  return <Frame title={<Trans>Payment methods</Trans>} rows={rows} minHeight={height} />;
}

interface FrameProps {
  title: ReactNode;
  rows: number;
  /** px */
  minHeight?: number;
  className?: string;
}

/** A card with its title, while its code is loading. */
function Frame({ title, rows, minHeight, className }: FrameProps) {
  return (
    <Card style={{ minHeight }} className={className}>
      <CardHeader className="min-h-14 px-pad py-2" title={title} />
      <div aria-hidden="true" className="divide-y divide-line border-t border-line">
        {Array.from({ length: rows }, (_, row) => row).map((row) => (
          <div key={row} className="flex min-h-14 items-center px-pad">
            <Skeleton className="w-40" />
          </div>
        ))}
      </div>
    </Card>
  );
}
