import { useLingui } from '@lingui/react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { SubscriptionTable } from '../../features/subscriptions/index.ts';
import { Card } from '../../ui/card.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { titles } from '../titles.ts';

export function SubscriptionsPage() {
  const { i18n } = useLingui();
  const search = useSearch({ from: '/Billing/Subscriptions' });
  const navigate = useNavigate({ from: '/Billing/Subscriptions' });
  return (
    <>
      <PageHeader title={i18n._(titles.subscriptions)} />
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
