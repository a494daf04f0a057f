import { Navigate, useParams, useSearch } from '@tanstack/react-router';
import { paths } from '../../app/paths.ts';
import { ApiError } from '../../lib/problem.ts';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { SubscriptionMissing } from '../subscriptions/components/subscription-missing.tsx';
import { SubscriptionPending } from '../subscriptions/components/subscription-pending.tsx';
import { isId, useSubscription } from '../subscriptions/subscriptions.api.ts';

const from = '/Billing/Subscription/$id';

/**
 * Redirects to the canonical address of a subscription, which includes its product (PAGE-10), and keeps the page of
 * its invoices.
 */
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
  return <SubscriptionPending title={title} query={query} />;
}
