import { Trans } from '@lingui/react/macro';
import { Navigate, useParams, useSearch } from '@tanstack/react-router';
import { paths } from '../../app/paths.ts';
import { ApiError } from '../../lib/problem.ts';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { Card } from '../../ui/card.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { SubscriptionMissing } from '../subscriptions/components/subscription-missing.tsx';
import { SubscriptionSkeleton } from '../subscriptions/components/subscription-skeleton.tsx';
import { isId, useSubscription } from '../subscriptions/subscriptions.api.ts';

const from = '/Billing/Subscription/$id';

/** Leads to the one address of a subscription, which names its product (PAGE-10); the place in its list of invoices goes along. */
export function SubscriptionPage() {
  const title = usePageTitle();
  const { id } = useParams({ from });
  const search = useSearch({ from });
  const query = useSubscription(Number(id));
  if (query.data) {
    const params = { id: query.data.productId, subscriptionId: id };
    return <Navigate to={paths.productSubscriptionDetails} params={params} search={search} replace />;
  }
  if (!isId(Number(id)) || (query.error instanceof ApiError && query.error.code === 'NotFound')) {
    return <SubscriptionMissing title={title} />;
  }
  return (
    <>
      <PageHeader title={title} />
      {query.error ? (
        <Card>
          <ErrorState
            error={query.error}
            title={<Trans>The subscription could not be loaded</Trans>}
            onRetry={() => void query.refetch()}
            isRetrying={query.isFetching}
          />
        </Card>
      ) : (
        <SubscriptionSkeleton />
      )}
    </>
  );
}
