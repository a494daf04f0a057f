import { useLingui } from '@lingui/react';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { CardExpiry, CardNumber } from '../../features/cards/index.ts';
import { SubscriptionInvoices } from '../../features/invoices/index.ts';
import { OperationNotice, useProductOperations } from '../../features/operations/index.ts';
import { SubscriptionDetails } from '../../features/subscriptions/index.ts';
import type { ListSearch } from '../../ui/data-table/index.ts';
import type { invoiceSearch } from '../list-search.ts';
import { titles } from '../titles.ts';

interface SubscriptionViewProps {
  /** As it stands in the address. */
  id: string;
  /** Where the address says which product it is of. */
  productId?: string;
  search: ReturnType<typeof invoiceSearch>;
  onSearchChange: (change: Partial<ListSearch>) => void;
}

/** A subscription with its card and its invoices, the same at both of its addresses. */
export function SubscriptionView({ id, productId, search, onSearchChange }: SubscriptionViewProps) {
  const { i18n } = useLingui();
  return (
    <SubscriptionDetails
      id={Number(id)}
      productId={productId}
      title={i18n._(titles.subscription)}
      renderCard={(card) => (
        <span className="inline-flex flex-wrap items-center gap-x-3 gap-y-1">
          <CardNumber brand={card.brand} last4={card.last4} />
          <span className="text-muted">
            <CardExpiry card={card} />
          </span>
        </span>
      )}
      operations={useProductOperations()}
      renderUnsettled={(purchase, name) => <OperationNotice operation={purchase} name={name} />}
      invoices={<SubscriptionInvoices subscriptionId={Number(id)} search={search} onSearchChange={onSearchChange} />}
    />
  );
}

const from = '/Billing/Subscription/$id';

export function SubscriptionPage() {
  const { id } = useParams({ from });
  const search = useSearch({ from });
  const navigate = useNavigate({ from });
  return (
    <SubscriptionView
      id={id}
      search={search}
      onSearchChange={(change) => void navigate({ search: { ...search, ...change } as typeof search })}
    />
  );
}
