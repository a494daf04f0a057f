import { Trans } from '@lingui/react/macro';
import type { Subscription, SubscriptionPlan } from '@portico/contract';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { Suspense, useEffect, useState } from 'react';
import { paths } from '../../app/paths.ts';
import { OperationNotice } from '../../billing/operations/operation-notice.tsx';
import { useProductOperation } from '../../billing/operations/unsettled-operations.ts';
import { CurrentSubscription } from '../../billing/pages/purchase/current-subscription.tsx';
import { ProductPurchase } from '../../billing/pages/purchase/product-purchase-lazy.ts';
import { storeCoupon } from '../../billing/purchase/model/coupon-storage.ts';
import { needsRestoring } from '../../billing/subscriptions/subscription-money.ts';
import { lazyPart, usePreload } from '../../lib/lazy.tsx';
import { useNameProduct, useProductName } from '../../lib/page-subject.ts';
import { can } from '../../lib/permissions.ts';
import { requestAction } from '../../lib/requested-action.ts';
import { subscriptionLink } from '../../lib/subscription-link.ts';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { AttentionBanner } from '../../notices/attention/components/attention-banner.tsx';
import { Alert } from '../../ui/alert.tsx';
import { Card } from '../../ui/card.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { usePlans, useProductSubscriptions } from '../catalog.api.ts';
import { PlanAction } from '../components/plan-action.tsx';
import { PlansSkeleton } from '../components/plans-skeleton.tsx';
import { ProductHead } from './product/product-head.tsx';
import { ProductTabs } from './product/tabs.tsx';

const OwnProduct = lazyPart(() => import('./product/own-product.tsx').then((module) => module.OwnProduct));
const Plans = lazyPart(() => import('../components/plans.tsx').then((module) => module.Plans));

type BillingInterval = Pick<SubscriptionPlan['pricePlans'][number], 'interval' | 'intervalCount'>;

/** Whether the subscription is active, waiting for its first payment, or past due. */
const isLive = ({ status }: Subscription) => status !== 4;

/** What the account has of a product, and the product's plans with buttons to buy them (UI-20). */
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
  useNameProduct(id, plans.data?.product.displayName);
  usePreload(OwnProduct);
  usePreload(Plans);
  const isReady = !plans.isPending && !subscriptions.isPending;
  const product = plans.data?.product;
  const live = subscriptions.data?.items.filter(isLive) ?? [];
  return (
    <>
      <ProductHead product={product} title={name ?? title} subscription={live[0]} isReady={isReady} />
      <ProductTabs productId={id} current="overview" />
      <Suspense fallback={<PlansSkeleton />}>
        {isReady ? (
          <Content
            id={id}
            name={name ?? title}
            coupon={coupon}
            plans={plans}
            subscriptions={subscriptions}
            live={live}
          />
        ) : (
          <PlansSkeleton />
        )}
      </Suspense>
    </>
  );
}

interface ContentProps {
  id: string;
  name: string;
  coupon: string | undefined;
  plans: ReturnType<typeof usePlans>;
  subscriptions: ReturnType<typeof useProductSubscriptions>;
  live: readonly Subscription[];
}

/** What the account has of the product, or the plans if it has nothing. */
function Content({ id, name, coupon, plans, subscriptions, live }: ContentProps) {
  const operation = useProductOperation(id);
  const ending = live.find(needsRestoring);
  const { restore, choose } = usePlanActions(id, ending);
  // With a trial, an ending subscription or a coupon, the user needs to choose a plan.
  const [showsPlans, setShowsPlans] = useState(
    coupon !== undefined || ending !== undefined || live.some(({ trial }) => trial),
  );
  const product = plans.data?.product;
  const shared = { warmUp: ProductPurchase.warmUp, isUnsettled: operation !== undefined, onRestore: restore };
  const ownBillingInterval = live.find(({ amount }) => amount > 0);
  const notices = (
    <>
      {coupon && can('purchase.buy') && (
        <Alert tone="info" className="mb-6">
          <Trans>Coupon {coupon} is used at the checkout, if it is good for the plan that you choose.</Trans>
        </Alert>
      )}
      {operation && <OperationNotice operation={operation} name={name} className="mb-6" />}
    </>
  );
  const all = <Plans plans={plans} ownBillingInterval={ownBillingInterval} onChoose={choose} {...shared} />;
  if (product?.holding) {
    return (
      <OwnProduct
        product={product}
        subscriptions={live}
        plans={plans.data?.items ?? []}
        notices={notices}
        renderPlanAction={(plan) => (
          <PlanAction plan={plan} onChoose={() => choose(plan, ownBillingInterval ?? month)} {...shared} />
        )}
        showsPlans={showsPlans}
        onShowPlans={setShowsPlans}
      >
        {all}
      </OwnProduct>
    );
  }
  const shown = live.length > 0 ? live : (subscriptions.data?.items.slice(0, 1) ?? []);
  return (
    <>
      <AttentionBanner productId={id} className="mb-6" />
      {notices}
      {shown.map((subscription) => (
        <CurrentSubscription key={subscription.id} subscription={subscription} />
      ))}
      {subscriptions.error && !subscriptions.data && plans.data && <SubscriptionsError query={subscriptions} />}
      {all}
    </>
  );
}

const month: BillingInterval = { interval: 'Month', intervalCount: 1 };

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
