import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { SubscriptionView } from './subscription/subscription-view.tsx';

const from = '/Products/$id/Subscription/$subscriptionId';

/** A subscription at its one address. */
export function ProductSubscriptionDetailsPage() {
  const { id, subscriptionId } = useParams({ from });
  const search = useSearch({ from });
  const navigate = useNavigate({ from });
  return (
    <SubscriptionView
      // Another subscription begins with closed rows.
      key={subscriptionId}
      id={subscriptionId}
      productId={id}
      search={search}
      onSearchChange={(change) => void navigate({ search: { ...search, ...change } as typeof search })}
    />
  );
}
