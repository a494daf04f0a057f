import { Trans } from '@lingui/react/macro';
import type { LiveOperation } from '@portico/contract';
import { Pencil, SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { useFormat } from '../../../lib/format.ts';
import { useNameProduct } from '../../../lib/page-subject.ts';
import { preloaded } from '../../../lib/preloaded.ts';
import { ApiError } from '../../../lib/problem.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Card, CardHeader } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { ButtonLink } from '../../../ui/link.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { isId, type SubscriptionDetail, useSubscription } from '../api/get-subscription.ts';
import { mayEdit } from '../subscription-rules.ts';
import { CancellationActions } from './cancellation-actions.tsx';
import { SubscriptionFacts } from './subscription-facts.tsx';
import { SubscriptionItems } from './subscription-items.tsx';
import { SubscriptionSkeleton } from './subscription-skeleton.tsx';
import { ExpirationBadge, StatusTags } from './subscription-text.tsx';

interface SubscriptionDetailsProps<Operation> {
  /** Not a number where the address has none. */
  id: number;
  /** The product that the address names; a subscription of another one is not found there. */
  productId?: string | undefined;
  /** The page's title until the subscription's own name is known. */
  title: string;
  /** Shows the card that pays for it. */
  renderCard: (card: NonNullable<SubscriptionDetail['paymentMethod']>) => ReactNode;
  /** What of the account's products is being confirmed. */
  operations: readonly Operation[];
  /** Says that a purchase or change of its product is being confirmed, and the way on; canceling and restoring are told where their buttons were. */
  renderUnsettled: (purchase: Operation, productName: string) => ReactNode;
  /** Its invoices, below. */
  invoices: ReactNode;
}

/** One subscription: what it is, what it costs and when, how it is paid, and its invoices. */
export function SubscriptionDetails<Operation extends LiveOperation>({
  id,
  productId,
  title,
  renderCard,
  operations,
  renderUnsettled,
  invoices,
}: SubscriptionDetailsProps<Operation>) {
  const query = useSubscription(id);
  const { date } = useFormat();
  const subscription = query.data;
  useNameProduct(subscription?.productId ?? '', subscription?.productName);
  const isMissing =
    !isId(id) ||
    (query.error instanceof ApiError && query.error.code === 'NotFound') ||
    (subscription && productId && subscription.productId !== productId.toLowerCase());
  if (isMissing) {
    return (
      <>
        <PageHeader title={title} />
        <Card>
          <SubscriptionNotFound />
        </Card>
      </>
    );
  }
  if (query.error && !subscription) {
    return (
      <>
        <PageHeader title={title} />
        <Card>
          <ErrorState
            error={query.error}
            title={<Trans>The subscription could not be loaded</Trans>}
            onRetry={() => void query.refetch()}
            isRetrying={query.isFetching}
          />
        </Card>
      </>
    );
  }
  if (!subscription) {
    return (
      <>
        <PageHeader title={title} />
        <SubscriptionSkeleton />
      </>
    );
  }
  const end = subscription.cancelAt && date(subscription.cancelAt);
  const purchase = operations.find(
    ({ kind, productId: ofProduct }) => kind === 'purchase' && ofProduct === subscription.productId,
  );
  const isEditable = mayEdit(subscription, preloaded()) && subscription.pendingOperationId === null && !purchase;
  return (
    <>
      <PageHeader
        title={subscription.productName}
        tags={
          <>
            <StatusTags subscription={subscription} />
            <ExpirationBadge subscription={subscription} />
          </>
        }
        actions={
          <>
            {/* Canceling abandons a change that waits for its cardholder; one that is on its way is waited for. */}
            {purchase?.status !== 'pending' && <CancellationActions subscription={subscription} />}
            {isEditable && <EditLink subscription={subscription} />}
          </>
        }
      />
      <div className="flex flex-col gap-5">
        {purchase && renderUnsettled(purchase, subscription.productName)}
        {subscription.status !== 4 && end && (
          <Alert tone="warning">
            <Trans>This subscription ends on {end} and will not renew.</Trans>
          </Alert>
        )}
        {subscription.status === 3 && (
          <Alert tone="bad">
            <Trans>The last payment failed. Pay the open invoice below to keep this subscription.</Trans>
          </Alert>
        )}
        <SubscriptionFacts subscription={subscription} renderCard={renderCard} />
        <SubscriptionItems subscription={subscription} />
        <Card>
          <CardHeader className="px-4" title={<Trans>Invoices</Trans>} />
          {invoices}
        </Card>
      </div>
    </>
  );
}

function SubscriptionNotFound() {
  return (
    <EmptyState
      icon={SearchX}
      title={<Trans>This subscription was not found</Trans>}
      description={<Trans>It may belong to another account, or the address may be wrong.</Trans>}
      action={
        <ButtonLink to="/Billing/Subscriptions">
          <Trans>See all subscriptions</Trans>
        </ButtonLink>
      }
    />
  );
}

function EditLink({ subscription }: { subscription: SubscriptionDetail }) {
  return (
    <ButtonLink
      to="/Products/$id/Subscription/$subscriptionId/Purchase"
      params={{ id: subscription.productId, subscriptionId: String(subscription.id) }}
      variant="primary"
    >
      <Pencil aria-hidden="true" />
      <Trans>Edit</Trans>
    </ButtonLink>
  );
}
