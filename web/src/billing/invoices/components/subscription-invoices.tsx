import { Trans } from '@lingui/react/macro';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { FileText } from 'lucide-react';
import { api, type QueryOf } from '../../../lib/api.ts';
import type { ListSearch } from '../../../ui/data-table/search.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { InvoiceTable } from './invoice-table.tsx';

type InvoicesQuery = QueryOf<'GET /api/Subscription/{id}/invoices'>;

const subscriptionInvoicesQuery = (id: number, query: InvoicesQuery) =>
  queryOptions({
    queryKey: ['invoices', 'of-subscription', id, query],
    queryFn: ({ signal }) => api('GET /api/Subscription/{id}/invoices', { params: { id }, query, signal }),
  });

/** The invoices of a subscription; the previous page stays visible while the next one loads. */
function useSubscriptionInvoices(id: number, query: InvoicesQuery) {
  return useQuery({
    ...subscriptionInvoicesQuery(id, query),
    placeholderData: (before, beforeQuery) => (beforeQuery?.queryKey[2] === id ? before : undefined),
  });
}

type SortField = 'created' | 'dueDate' | 'number' | 'status' | 'total';

interface SubscriptionInvoicesProps {
  subscriptionId: number;
  search: ListSearch<SortField>;
  onSearchChange: (change: Partial<ListSearch>) => void;
}

/** The invoices of a subscription, one page at a time. */
export function SubscriptionInvoices({ subscriptionId, search, onSearchChange }: SubscriptionInvoicesProps) {
  return (
    <InvoiceTable
      query={useSubscriptionInvoices(subscriptionId, search)}
      search={search}
      onSearchChange={onSearchChange}
      skeletonRows={3}
      empty={<EmptyState icon={FileText} title={<Trans>This subscription has no invoice yet</Trans>} />}
    />
  );
}
