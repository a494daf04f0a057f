import { Trans } from '@lingui/react/macro';
import { useLocation } from '@tanstack/react-router';
import { MapPin } from 'lucide-react';
import { Suspense } from 'react';
import { paths } from '../../app/paths.ts';
import { useProducts } from '../../catalog/catalog.api.ts';
import { cn } from '../../lib/cn.ts';
import { lazyPart, usePreload } from '../../lib/lazy.tsx';
import { can } from '../../lib/permissions.ts';
import { useAttention } from '../../notices/attention/attention.api.ts';
import { AttentionBanner } from '../../notices/attention/components/attention-banner.tsx';
import { ButtonLink } from '../../ui/link.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { LoadingCard } from '../../ui/query-view.tsx';
import { ActivityCard } from '../billing-overviews/components/activity-card.tsx';
import { SpendingCard } from '../billing-overviews/components/spending-card.tsx';
import { useCardsNotice } from '../operations/cards-notice.tsx';
import { OperationNotice } from '../operations/operation-notice.tsx';
import { useProductOperations } from '../operations/unsettled-operations.ts';
import { SubscriptionsCard } from '../subscriptions/components/subscriptions-card.tsx';
import { MoneyFacts } from './overview/money-facts.tsx';
import { useOverviewData } from './overview/overview-data.ts';

/** Below the first view, so it loads with the data. */
const CardsCard = lazyPart(() => import('../cards/components/cards-card.tsx').then((module) => module.CardsCard));
const LatestCards = lazyPart(() => import('./overview/latest-cards.tsx').then((module) => module.LatestCards));
const TrialOffer = lazyPart(() => import('../trial/components/trial-offer.tsx').then((module) => module.TrialOffer));
const PendingCard = lazyPart(() =>
  import('../invoices/components/pending-card.tsx').then((module) => module.PendingCard),
);

/**
 * The billing dashboard (UI-15): debts, next payment, credit, spending, activity, subscriptions, saved cards, newest
 * invoices and payments, and pending invoices. All of it comes from the mirror in one round.
 */
export function BillingPage() {
  usePreload(CardsCard);
  usePreload(LatestCards);
  usePreload(PendingCard);
  useOverviewData();
  // The page stays invisible until the notices at its top are known, so that they do not push the rest down.
  const isKnown = !useAttention().isLoading;
  return (
    <>
      <PageHeader actions={<DetailsLink />} />
      <div className={cn('flex flex-col gap-4', !isKnown && 'invisible')}>
        <AttentionBanner />
        <Unsettled />
        <OfferedTrial />
        <MoneyFacts />
        <div className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_360px]">
          <SpendingCard />
          <ActivityCard />
        </div>
        <div className="grid gap-4 lg:grid-cols-[minmax(0,5fr)_minmax(0,4fr)]">
          <SubscriptionsCard />
          <Suspense fallback={<LoadingCard />}>
            <CardsCard unsettledNotice={useCardsNotice()} />
          </Suspense>
        </div>
        <Suspense fallback={<LoadingCard skeletonClassName="h-80" />}>
          <LatestCards />
          <PendingCard />
        </Suspense>
      </div>
    </>
  );
}

/** The offer of the trial whose questions were answered before it began. */
function OfferedTrial() {
  const wanted = useLocation({ select: ({ search }) => search.product });
  const { data } = useProducts({ enabled: wanted !== undefined });
  const product = data?.items.find(({ id }) => id === wanted);
  if (!product) return null;
  return (
    <Suspense fallback={null}>
      <TrialOffer product={product} />
    </Suspense>
  );
}

/** A link to the billing details. */
function DetailsLink() {
  if (!can('billingDetails.view')) return null;
  return (
    <ButtonLink to={paths.billingDetails}>
      <MapPin aria-hidden="true" />
      <Trans>Billing details</Trans>
    </ButtonLink>
  );
}

/** The unsettled operations of products. */
function Unsettled() {
  const operations = useProductOperations();
  const { data: products, isPending } = useProducts({ enabled: operations.length > 0 });
  // Waits for the names, so that no id is shown.
  if (isPending) return null;
  return operations.map((operation) => (
    <OperationNotice
      key={operation.id}
      operation={operation}
      name={products?.items.find(({ id }) => id === operation.productId)?.displayName ?? operation.productId}
    />
  ));
}
