import { Trans, useLingui } from '@lingui/react/macro';
import type { Application, Subscription, SubscriptionPlan } from '@portico/contract';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { Suspense, useRef, useState } from 'react';
import { paths } from '../../app/paths.ts';
import { usePlans, useProductSubscriptions } from '../../catalog/catalog.api.ts';
import { usePreload } from '../../lib/lazy.tsx';
import { useNameProduct } from '../../lib/page-subject.ts';
import { can } from '../../lib/permissions.ts';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { ButtonLink } from '../../ui/link.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { OperationNotice } from '../operations/operation-notice.tsx';
import { useProductOperation } from '../operations/unsettled-operations.ts';
import { draftOwner } from './purchase/draft-owner.ts';
import { ProductPurchase } from './purchase/product-purchase-lazy.ts';
import { PurchaseSkeleton } from './purchase/purchase-skeleton.tsx';
import { useStepAddress } from './purchase/use-step-address.ts';

const from = '/Products/$id/Subscription/Subscribe/$planId';

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

/**
 * Buys a plan, or changes the account's subscription to it. Each step has an address, and the result continues to My
 * products (PUR-34, PUR-39).
 */
export function SubscribePage() {
  usePreload(ProductPurchase);
  const { id, planId } = useParams({ from });
  const plans = usePlans(id);
  const subscriptions = useProductSubscriptions(id);
  const operation = useProductOperation(id);
  const product = plans.data?.product;
  useNameProduct(id, product?.displayName);
  const listed = plans.data?.items.find((plan) => isSame(plan.id, planId));
  const last = useRef(listed);
  if (listed) last.current = listed;
  // A plan that is no longer listed cannot be bought, such as a trial that was started in another window.
  const plan = listed ?? (last.current && { ...last.current, canSubscribe: false });
  // Once the steps are open, they show the outcome themselves.
  const [isOpen, setIsOpen] = useState(false);
  const isSold = plan && plan.pricePlans.length > 0 && (plan.canSubscribe || isOpen);
  const failed = [plans, subscriptions].find((query) => query.error && !query.data);
  if (failed) {
    return (
      <Card>
        <ErrorState
          error={failed.error}
          title={<Trans>The plans could not be loaded</Trans>}
          onRetry={() => void failed.refetch()}
          isRetrying={failed.isFetching}
        />
      </Card>
    );
  }
  if (!product || !subscriptions.data) return <PurchaseSkeleton />;
  if (!can('purchase.buy') || !isSold) return <NotSold product={product} mayBuy={can('purchase.buy')} />;
  if (operation && !isOpen) {
    return (
      <>
        <PageHeader title={product.displayName} />
        <OperationNotice operation={operation} name={product.displayName} />
      </>
    );
  }
  if (!isOpen) setIsOpen(true);
  return <Subscribe product={product} plan={plan} held={subscriptions.data.items.find(({ status }) => status !== 4)} />;
}

interface SubscribeProps {
  product: Application;
  plan: SubscriptionPlan;
  held: Subscription | undefined;
}

function Subscribe({ product, plan, held }: SubscribeProps) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const { price } = useSearch({ from });
  const [action] = useState(plan.subscribeAction);
  const [{ displayName: name }, planName] = [product, plan.name];
  const title = { SwitchTo: t`Switch to ${planName}`, ChangeOptions: t`Change ${name}` }[action as string];
  return (
    <Suspense fallback={<PurchaseSkeleton />}>
      <ProductPurchase
        key={plan.id}
        title={title ?? t`Subscribe to ${name}`}
        product={product}
        plan={plan}
        held={held}
        wantedPrice={price}
        address={useStepAddress()}
        owner={draftOwner(product.id)}
        onClose={() => void navigate({ to: paths.productSubscription, params: { id: product.id } })}
        onShop={() => void navigate({ to: paths.products })}
        onDone={() => void navigate({ to: paths.home })}
      />
    </Suspense>
  );
}

function NotSold({ product, mayBuy }: { product: Application; mayBuy: boolean }) {
  return (
    <>
      <PageHeader title={product.displayName} />
      <Card>
        <EmptyState
          title={mayBuy ? <Trans>This plan cannot be bought here</Trans> : <Trans>You cannot subscribe</Trans>}
          description={
            mayBuy ? (
              <Trans>It is not on sale, or no longer. You can choose another plan.</Trans>
            ) : (
              <Trans>An admin of your account can do that.</Trans>
            )
          }
          action={
            <ButtonLink to={paths.productSubscription} params={{ id: product.id }}>
              <Trans>See plans</Trans>
            </ButtonLink>
          }
        />
      </Card>
    </>
  );
}
