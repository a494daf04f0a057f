import { Trans } from '@lingui/react/macro';
import { FileText } from 'lucide-react';
import type { ListSearch } from '../../../ui/data-table/index.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { useSubscriptionInvoices } from '../api/list-subscription-invoices.ts';
import { InvoiceTable } from './invoice-table.tsx';

type SortField = 'created' | 'dueDate' | 'number' | 'status' | 'total';

interface SubscriptionInvoicesProps {
  subscriptionId: number;
  search: ListSearch<SortField>;
  onSearchChange: (change: Partial<ListSearch>) => void;
}

/** The invoices of one subscription, paged. */
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
