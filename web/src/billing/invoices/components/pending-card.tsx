import { Plural, Trans } from '@lingui/react/macro';
import type { PendingInvoice } from '@portico/contract';
import { useFormat } from '../../../lib/format.ts';
import { Card, CardHeader } from '../../../ui/card.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { TextLink } from '../../../ui/link.tsx';
import { ListRow } from '../../../ui/list-row.tsx';
import { usePending } from '../invoices.api.ts';

/** The maximum number of items in the card; the next invoice has all of them. */
const shownItems = 5;

/**
 * The items that wait for the next invoice, and one line about drafts and open invoices (INV-7). Renders nothing without
 * any of them.
 */
export function PendingCard() {
  const { data, error, refetch, isFetching } = usePending();
  const { money } = useFormat();
  if (error && !data) {
    return (
      <Card>
        <ErrorState
          error={error}
          title={<Trans>What is pending could not be loaded</Trans>}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      </Card>
    );
  }
  if (!data || (data.total === 0 && data.pendingItems.length === 0)) return null;
  const [item] = data.pendingItems;
  const total = item && money(data.pendingItemsTotal, item.currency);
  return (
    <Card>
      <CardHeader
        className="min-h-14 px-pad py-2 max-sm:min-h-11"
        title={<Trans>Pending</Trans>}
        description={total && <Trans>{total} will be on your next invoice.</Trans>}
        action={data.total > 0 && <PendingInvoices invoices={data.items} total={data.total} />}
      />
      {item && (
        <ul className="divide-y divide-line border-t border-line">
          {data.pendingItems.slice(0, shownItems).map(({ stripeId, description, amount, currency, created }) => (
            <ListRow
              key={stripeId}
              title={description ?? <Trans>Item without a description</Trans>}
              at={created}
              amount={money(amount, currency)}
            />
          ))}
        </ul>
      )}
    </Card>
  );
}

/** A link to the invoice, or to all of them. The banner shows the past-due amount. */
function PendingInvoices({ invoices: [first], total }: { invoices: readonly PendingInvoice[]; total: number }) {
  const words = <Plural value={total} one="# invoice is not paid yet" other="# invoices are not paid yet" />;
  if (total > 1 || !first) {
    return (
      <TextLink to="/Billing/Invoices/Pending" className="touch-area">
        {words}
      </TextLink>
    );
  }
  return (
    <TextLink to="/Billing/Invoices/$id/Details" params={{ id: first.stripeId }} className="touch-area">
      {first.number ? words : <Trans>A draft invoice</Trans>}
    </TextLink>
  );
}
