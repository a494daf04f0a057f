import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { SubscriptionView } from './subscription.tsx';

const from = '/Products/$id/Subscription/$subscriptionId/';

export function ProductSubscriptionDetailsPage() {
  const { id, subscriptionId } = useParams({ from });
  const search = useSearch({ from });
  const navigate = useNavigate({ from });
  return (
    <SubscriptionView
      id={subscriptionId}
      productId={id}
      search={search}
      onSearchChange={(change) => void navigate({ search: { ...search, ...change } as typeof search })}
    />
  );
}
