import { Trans } from '@lingui/react/macro';
import type { Subscription, SubscriptionPlan } from '@portico/contract';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { paths } from '../../app/paths.ts';
import { OperationNotice } from '../../billing/operations/operation-notice.tsx';
import { useProductOperation } from '../../billing/operations/unsettled-operations.ts';
import { CurrentSubscription } from '../../billing/pages/purchase/current-subscription.tsx';
import { ProductPurchase } from '../../billing/pages/purchase/product-purchase-lazy.ts';
import { storeCoupon } from '../../billing/purchase/model/coupon-storage.ts';
import { needsRestoring } from '../../billing/subscriptions/subscription-money.ts';
import { useNameProduct, useProductName } from '../../lib/page-subject.ts';
import { can } from '../../lib/permissions.ts';
import { requestAction } from '../../lib/requested-action.ts';
import { subscriptionLink } from '../../lib/subscription-link.ts';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { AttentionBanner } from '../../notices/attention/components/attention-banner.tsx';
import { Alert } from '../../ui/alert.tsx';
import { Card } from '../../ui/card.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { ButtonLink } from '../../ui/link.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { usePlans, useProductSubscriptions } from '../catalog.api.ts';
import { Plans } from '../components/plans.tsx';
import { PlansSkeleton } from '../components/plans-skeleton.tsx';

type BillingInterval = Pick<SubscriptionPlan['pricePlans'][number], 'interval' | 'intervalCount'>;

/** Whether the subscription is active, waiting for its first payment, or past due. */
const isLive = ({ status }: Subscription) => status !== 4;

/** The plans of a product, the account's subscription, and buttons to buy (UI-20). */
export function ProductSubscriptionPage() {
  const title = usePageTitle();
  const { id } = useParams({ from: '/Products/$id/Subscription' });
  const { coupon } = useSearch({ from: '/Products/$id/Subscription' });
  useEffect(() => {
    if (coupon) storeCoupon(coupon);
  }, [coupon]);
  return <ProductPlans id={id} title={title} coupon={coupon} />;
}

interface ProductPlansProps {
  id: string;
  title: string;
  /** The coupon of a link (CPN-14). */
  coupon: string | undefined;
}

function ProductPlans({ id, title, coupon }: ProductPlansProps) {
  const plans = usePlans(id);
  const subscriptions = useProductSubscriptions(id);
  const name = useProductName(id);
  const operation = useProductOperation(id);
  useNameProduct(id, plans.data?.product.displayName);

  const live = subscriptions.data?.items.filter(isLive) ?? [];
  const latest = live[0] ?? subscriptions.data?.items[0];
  const shown = live.length > 0 ? live : latest ? [latest] : [];
  const ending = live.find(needsRestoring);
  const { restore, choose } = usePlanActions(id, ending);
  const isReady = !plans.isPending && !subscriptions.isPending;
  return (
    <>
      <PageHeader
        title={name ?? title}
        actions={
          can('operator.catalog') && (
            <ButtonLink to="/Products/$id/Plans" params={{ id }}>
              <Trans>Manage plans</Trans>
            </ButtonLink>
          )
        }
        description={isReady ? plans.data?.product.description : <Skeleton className="mt-1.5 w-96 max-w-full" />}
      />
      {!isReady ? (
        <PlansSkeleton />
      ) : (
        <>
          <AttentionBanner productId={id} className="mb-6" />
          {coupon && can('purchase.buy') && (
            <Alert tone="info" className="mb-6">
              <Trans>Coupon {coupon} is used at the checkout, if it is good for the plan that you choose.</Trans>
            </Alert>
          )}
          {operation && <OperationNotice operation={operation} name={name ?? title} className="mb-6" />}
          {shown.map((subscription) => (
            <CurrentSubscription key={subscription.id} subscription={subscription} />
          ))}
          {subscriptions.error && !subscriptions.data && plans.data && <SubscriptionsError query={subscriptions} />}
          <Plans
            plans={plans}
            ownBillingInterval={live.find(({ amount }) => amount > 0)}
            warmUp={ProductPurchase.warmUp}
            isUnsettled={operation !== undefined}
            onRestore={restore}
            onChoose={choose}
          />
        </>
      )}
    </>
  );
}

/** What the buttons of the plans do: restore the subscription that is ending, if there is one, or choose a plan. */
function usePlanActions(id: string, ending: Subscription | undefined) {
  const navigate = useNavigate();
  const restore =
    ending &&
    (() => {
      requestAction('restore', ending.id);
      void navigate(subscriptionLink(id, ending.id));
    });
  const choose = (plan: SubscriptionPlan, billingInterval: BillingInterval) => {
    const price = wantedPrice(plan, billingInterval);
    void navigate({
      to: paths.subscribeStep,
      params: { id, planId: plan.id, step: 'customize' },
      search: price ? { price } : {},
    });
  };
  return { restore, choose };
}

function SubscriptionsError({ query }: { query: ReturnType<typeof useProductSubscriptions> }) {
  return (
    <Card className="mb-6">
      <ErrorState
        className="py-6"
        error={query.error}
        title={<Trans>Your subscription to this product could not be loaded</Trans>}
        onRetry={() => void query.refetch()}
        isRetrying={query.isFetching}
      />
    </Card>
  );
}

/**
 * The price plan in the shown billing interval. Undefined for a change of options, which starts with the current
 * price plan.
 */
function wantedPrice(
  { subscribeAction, pricePlans }: SubscriptionPlan,
  { interval, intervalCount }: BillingInterval,
): string | undefined {
  if (subscribeAction === 'ChangeOptions') return undefined;
  return pricePlans.find((price) => price.interval === interval && price.intervalCount === intervalCount)?.id;
}
