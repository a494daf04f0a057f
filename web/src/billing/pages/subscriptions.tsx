import { useNavigate, useSearch } from '@tanstack/react-router';
import { Card } from '../../ui/card.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { SubscriptionTable } from '../subscriptions/components/subscription-table.tsx';

export function SubscriptionsPage() {
  const search = useSearch({ from: '/Billing/Subscriptions' });
  const navigate = useNavigate({ from: '/Billing/Subscriptions' });
  return (
    <>
      <PageHeader />
      <Card className="overflow-hidden">
        <SubscriptionTable
          search={search}
          onSearchChange={(change) =>
            void navigate({ search: (before) => ({ ...before, ...change }) as typeof search })
          }
        />
      </Card>
    </>
  );
}
