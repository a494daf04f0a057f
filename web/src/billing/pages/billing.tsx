import { Trans, useLingui } from '@lingui/react/macro';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { MapPin } from 'lucide-react';
import { Suspense, useEffect } from 'react';
import { paths } from '../../app/paths.ts';
import { useProducts } from '../../catalog/catalog.api.ts';
import { requestCardReplacement } from '../../lib/card-replacement-request.ts';
import { lazyPart } from '../../lib/lazy.tsx';
import { can } from '../../lib/permissions.ts';
import { phone, useMedia } from '../../lib/use-media.ts';
import { useAttention } from '../../notices/attention/attention.api.ts';
import { AttentionBanner } from '../../notices/attention/components/attention-banner.tsx';
import { ButtonLink } from '../../ui/link.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { LoadingCard } from '../../ui/query-view.tsx';
import { ReservedRoom } from '../../ui/reserved-room.tsx';
import { TabLinks } from '../../ui/tab-links.tsx';
import { OperationNotice } from '../operations/operation-notice.tsx';
import { useProductOperations } from '../operations/unsettled-operations.ts';
import { Overview } from './overview/overview.tsx';
import { useOverviewData, useShowsParts } from './overview/overview-data.ts';

const Spending = lazyPart(() => import('./overview/spending.tsx').then((module) => module.Spending));
const TrialOffer = lazyPart(() => import('../trial/components/trial-offer.tsx').then((module) => module.TrialOffer));

/** The billing dashboard (UI-15). All data comes from the mirror, in one round of requests. */
export function BillingPage() {
  const { t } = useLingui();
  const tab = useLocation({ select: ({ search }) => search.tab });
  const isSpending = tab === 'spending';
  const isPhone = useMedia(phone);
  useOverviewData();
  const showsParts = useShowsParts();
  const isAttentionKnown = !useAttention().isLoading;
  useLinkedReplacement();
  return (
    <>
      <PageHeader actions={!isPhone && can('billingDetails.view') && <DetailsLink />} />
      <TabLinks
        label={t`Billing sections`}
        tabs={[
          { key: 'overview', name: <Trans>Overview</Trans>, isCurrent: !isSpending, to: paths.billing, search: {} },
          {
            key: 'spending',
            name: <Trans>Spending</Trans>,
            isCurrent: isSpending,
            to: paths.billing,
            search: { tab: 'spending' },
          },
        ]}
      />
      <div className="flex max-w-[1104px] flex-col gap-4 max-sm:gap-3">
        <ReservedRoom name="attention" isKnown={showsParts && isAttentionKnown}>
          <AttentionBanner />
        </ReservedRoom>
        <Unsettled />
        <OfferedTrial />
        {isSpending ? (
          <Suspense fallback={<LoadingCard skeletonClassName="h-80" />}>
            <Spending />
          </Suspense>
        ) : (
          <Overview showsParts={showsParts} />
        )}
      </div>
    </>
  );
}

/** Opens the replacement that a mail about a card links to. */
function useLinkedReplacement(): void {
  const card = useLocation({ select: ({ search }) => search.replaceCard });
  const navigate = useNavigate();
  useEffect(() => {
    if (!card) return;
    // Without the card in the address, the dialog does not open again when the user returns.
    void navigate({ to: paths.billing, search: {}, replace: true });
    if (can('cards.manage')) requestCardReplacement(card);
  }, [card, navigate]);
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

/** On phones, the “Billed to” card has this link instead. */
function DetailsLink() {
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
