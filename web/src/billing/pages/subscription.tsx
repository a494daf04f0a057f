import { Navigate, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { paths } from '../../app/paths.ts';
import { ApiError } from '../../lib/problem.ts';
import { areProductPagesClosed } from '../../lib/subscription-link.ts';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { SubscriptionMissing } from '../subscriptions/components/subscription-missing.tsx';
import { SubscriptionPending } from '../subscriptions/components/subscription-pending.tsx';
import { isId, useSubscription } from '../subscriptions/subscriptions.api.ts';
import { SubscriptionView } from './subscription/subscription-view.tsx';

const from = '/Billing/Subscription/$id';

/**
 * Redirects to the canonical address of a subscription, which includes its product (PAGE-10), and keeps the page of
 * its invoices. The subscription to a disabled product is shown here, because the product's pages redirect (CAT-22).
 */
export function SubscriptionPage() {
  const title = usePageTitle();
  const { id } = useParams({ from });
  const search = useSearch({ from });
  const navigate = useNavigate({ from });
  const query = useSubscription(Number(id));
  if (query.data && areProductPagesClosed(query.data.productId)) {
    return (
      <SubscriptionView
        // Another subscription starts with closed rows.
        key={id}
        id={id}
        productId={query.data.productId}
        search={search}
        onSearchChange={(change) => void navigate({ search: { ...search, ...change } as typeof search })}
      />
    );
  }
  if (query.data) {
    const params = { id: query.data.productId, subscriptionId: id };
    return <Navigate to={paths.productSubscriptionDetails} params={params} search={search} replace />;
  }
  if (!isId(Number(id)) || (query.error instanceof ApiError && query.error.code === 'NotFound')) {
    return <SubscriptionMissing title={title} />;
  }
  return <SubscriptionPending title={title} query={query} />;
}
