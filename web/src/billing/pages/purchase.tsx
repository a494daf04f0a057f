import { Trans } from '@lingui/react/macro';
import type { Application, Subscription, SubscriptionPlan } from '@portico/contract';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { type ReactNode, Suspense, useState } from 'react';
import { paths } from '../../app/paths.ts';
import { usePlans } from '../../catalog/catalog.api.ts';
import { usePreload } from '../../lib/lazy.tsx';
import { useNameProduct } from '../../lib/page-subject.ts';
import { can } from '../../lib/permissions.ts';
import { subscriptionLink } from '../../lib/subscription-link.ts';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { ButtonLink } from '../../ui/link.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { needsRestoring } from '../subscriptions/subscription-money.ts';
import { useSubscription } from '../subscriptions/subscriptions.api.ts';
import { draftOwner } from './purchase/draft-owner.ts';
import { ProductPurchase } from './purchase/product-purchase-lazy.ts';
import { PurchaseSkeleton } from './purchase/purchase-skeleton.tsx';
import { useStepAddress } from './purchase/use-step-address.ts';

const from = '/Products/$id/Subscription/$subscriptionId/Purchase';

/** Changes the options of a subscription; its title includes the product's name (UI-9). */
export function PurchasePage() {
  usePreload(ProductPurchase);
  const words = usePageTitle();
  const { id, subscriptionId } = useParams({ from });
  const plans = usePlans(id);
  const subscription = useSubscription(Number(subscriptionId));
  const product = plans.data?.product;
  useNameProduct(id, product?.displayName);
  const title = product ? `${words} – ${product.displayName}` : words;
  const failed = [plans, subscription].find((query) => query.error && !query.data);
  if (!failed && plans.data && subscription.data) {
    return (
      <EditSubscription title={title} plans={plans.data.items} product={plans.data.product} held={subscription.data} />
    );
  }
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
      ) : (
        <PurchaseSkeleton />
      )}
    </>
  );
}

interface EditSubscriptionProps {
  title: string;
  product: Application;
  plans: readonly SubscriptionPlan[];
  held: Subscription;
}

/** Whether the subscription can change to the plan. */
const isOffered = ({ canSubscribe, isTrial, pricePlans }: SubscriptionPlan) =>
  canSubscribe && !isTrial && pricePlans.length > 0;

function EditSubscription({ title, product, plans, held }: EditSubscriptionProps) {
  const subscriptionId = String(held.id);
  const navigate = useNavigate();
  const { plan: planId = held.subscriptionPlanId, add } = useSearch({ from });
  const address = useStepAddress();
  const [quantity, setQuantity] = useState<number>();
  const offered = plans.filter((plan) => isOffered(plan) || plan.id === held.subscriptionPlanId);
  const plan = plans.find(({ id }) => id === planId) ?? plans.find(({ id }) => id === held.subscriptionPlanId);
  // Once the steps are open, they show the outcome themselves.
  const [isOpen, setIsOpen] = useState(false);
  if (!can('purchase.buy'))
    return <MayNotChange title={title} productId={product.id} subscriptionId={subscriptionId} />;
  if (!plan || plan.pricePlans.length === 0 || !(plan.canSubscribe || isOpen)) {
    return needsRestoring(held) ? (
      <RestoreFirst title={title} productId={product.id} subscriptionId={subscriptionId} />
    ) : (
      <NothingToChange title={title} productId={product.id} />
    );
  }
  if (!isOpen) setIsOpen(true);
  return (
    <Suspense fallback={<PurchaseSkeleton />}>
      <ProductPurchase
        key={plan.id}
        title={title}
        product={product}
        plan={plan}
        held={held}
        quantity={quantity}
        addsUnit={add}
        address={address}
        owner={draftOwner(product.id)}
        planChoice={{
          plans: offered,
          onChoose: (chosen, units) => {
            setQuantity(units);
            const search = chosen === held.subscriptionPlanId ? {} : { plan: chosen };
            const params = { id: product.id, subscriptionId, step: 'customize' };
            void navigate({ to: paths.purchaseStep, params, search, replace: true, ignoreBlocker: true });
          },
        }}
        onClose={() => void navigate(subscriptionLink(product.id, subscriptionId))}
        onShop={() => void navigate({ to: paths.products })}
        onDone={() => void navigate({ to: paths.home })}
      />
    </Suspense>
  );
}

interface RefusedProps {
  title: string;
  productId: string;
  subscriptionId: string;
}

function RestoreFirst(props: RefusedProps) {
  return (
    <Refused
      {...props}
      reason={<Trans>This subscription is set to end</Trans>}
      advice={<Trans>Restore it to change anything but its card.</Trans>}
    />
  );
}

function MayNotChange(props: RefusedProps) {
  return (
    <Refused
      {...props}
      reason={<Trans>You cannot change subscriptions</Trans>}
      advice={<Trans>An admin of your account can change that.</Trans>}
    />
  );
}

/** Why the subscription cannot be changed, with a link to its page. */
function Refused({
  title,
  productId,
  subscriptionId,
  reason,
  advice,
}: RefusedProps & { reason: ReactNode; advice: ReactNode }) {
  return (
    <>
      <PageHeader title={title} />
      <Card>
        <EmptyState
          title={reason}
          description={advice}
          action={
            <ButtonLink {...subscriptionLink(productId, subscriptionId)}>
              <Trans>Details</Trans>
            </ButtonLink>
          }
        />
      </Card>
    </>
  );
}

function NothingToChange({ title, productId }: { title: string; productId: string }) {
  return (
    <>
      <PageHeader title={title} />
      <Card>
        <EmptyState
          title={<Trans>There is nothing to change about this subscription</Trans>}
          description={<Trans>Its plan has no options that can be changed online. You can choose another plan.</Trans>}
          action={
            <ButtonLink to={paths.productSubscription} params={{ id: productId }}>
              <Trans>See plans</Trans>
            </ButtonLink>
          }
        />
      </Card>
    </>
  );
}
