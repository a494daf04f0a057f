import { useLingui } from '@lingui/react';
import { Trans } from '@lingui/react/macro';
import type { Application, Subscription, SubscriptionPlan } from '@portico/contract';
import { useNavigate, useParams } from '@tanstack/react-router';
import { Suspense, useEffect } from 'react';
import { usePlans } from '../../features/catalog/api/list-plans.ts';
import { useSubscription } from '../../features/subscriptions/api/get-subscription.ts';
import { lazyPart } from '../../lib/lazy.tsx';
import { useNameProduct } from '../../lib/page-subject.ts';
import { can } from '../../lib/permissions.ts';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { ButtonLink } from '../../ui/link.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Skeleton, SkeletonText } from '../../ui/skeleton.tsx';
import { paths } from '../paths.ts';
import { titles } from '../titles.ts';

const Purchase = lazyPart(() => import('../purchase/purchase-view.tsx').then((module) => module.ProductPurchaseView));

const from = '/Products/$id/Subscription/$subscriptionId/Purchase';

/** Changes the options of a subscription; its title carries the product's name (UI-9). */
export function PurchasePage() {
  const { i18n } = useLingui();
  const { id, subscriptionId } = useParams({ from });
  const plans = usePlans(id);
  const subscription = useSubscription(Number(subscriptionId));
  const product = plans.data?.product;
  useNameProduct(id, product?.displayName);
  // The steps come together with the data.
  useEffect(() => Purchase.warmUp.onFocus(), []);
  const words = i18n._(titles.editSubscription);
  const title = product ? `${words} – ${product.displayName}` : words;
  const failed = [plans, subscription].find((query) => query.error && !query.data);
  return (
    <>
      <PageHeader title={title} />
      {failed ? (
        <Card>
          <ErrorState
            error={failed.error}
            title={<Trans>The subscription could not be loaded</Trans>}
            onRetry={() => void failed.refetch()}
            isRetrying={failed.isFetching}
          />
        </Card>
      ) : plans.data && subscription.data ? (
        <EditSubscription
          product={plans.data.product}
          plan={plans.data.items.find((plan) => plan.id === subscription.data.subscriptionPlanId)}
          held={subscription.data}
        />
      ) : (
        <EditSkeleton />
      )}
    </>
  );
}

interface EditSubscriptionProps {
  product: Application;
  plan: SubscriptionPlan | undefined;
  held: Subscription;
}

function EditSubscription({ product, plan, held }: EditSubscriptionProps) {
  const subscriptionId = String(held.id);
  const navigate = useNavigate();
  if (!can('purchase.buy')) {
    return (
      <Card>
        <EmptyState
          title={<Trans>You cannot change subscriptions</Trans>}
          description={<Trans>An admin of your account can change that.</Trans>}
          action={
            <ButtonLink to={paths.productSubscriptionDetails} params={{ id: product.id, subscriptionId }}>
              <Trans>Details</Trans>
            </ButtonLink>
          }
        />
      </Card>
    );
  }
  if (!plan?.canSubscribe || plan.pricePlans.length === 0) {
    return (
      <Card>
        <EmptyState
          title={<Trans>There is nothing to change about this subscription</Trans>}
          description={<Trans>Its plan has no options that can be changed online. You can choose another plan.</Trans>}
          action={
            <ButtonLink to={paths.productSubscription} params={{ id: product.id }}>
              <Trans>See plans</Trans>
            </ButtonLink>
          }
        />
      </Card>
    );
  }
  return (
    <Suspense fallback={<EditSkeleton />}>
      <Purchase
        product={product}
        plan={plan}
        held={held}
        wanted={{ interval: held.interval, intervalCount: held.intervalCount }}
        onClose={() =>
          void navigate({ to: paths.productSubscriptionDetails, params: { id: product.id, subscriptionId } })
        }
        onDone={() => void navigate({ to: paths.home })}
      />
    </Suspense>
  );
}

function EditSkeleton() {
  return (
    <Card aria-hidden="true" className="grid grid-cols-1 gap-6 p-6 md:grid-cols-[minmax(0,1fr)_18rem]">
      <div>
        <Skeleton className="h-6 w-44" />
        <div className="mt-6 grid grid-cols-1 gap-3 sm:grid-cols-2">
          <Skeleton className="h-[112px] rounded-card" />
          <Skeleton className="h-[112px] rounded-card" />
        </div>
        <SkeletonText lines={3} className="mt-6" />
      </div>
      <Skeleton className="h-36 rounded-card" />
    </Card>
  );
}
