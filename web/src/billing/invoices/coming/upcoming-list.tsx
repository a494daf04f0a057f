import { Trans, useLingui } from '@lingui/react/macro';
import type { UpcomingInvoice } from '@portico/contract';
import { CalendarClock } from 'lucide-react';
import { useEffect, useMemo } from 'react';
import { useFormat } from '../../../lib/format.ts';
import { subscriptionLink } from '../../../lib/subscription-link.ts';
import { Button } from '../../../ui/button.tsx';
import { columnsFor } from '../../../ui/data-table/columns.ts';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { TextLink } from '../../../ui/link.tsx';
import { Day } from '../../../ui/moment.tsx';
import { useUpcomingInvoices } from '../invoices.api.ts';

const column = columnsFor<UpcomingInvoice>();

interface UpcomingListProps {
  page: number;
  onPageChange: (page: number) => void;
}

/** The next charges of the account's subscriptions, the nearest first (INV-8). */
export function UpcomingList({ page, onPageChange }: UpcomingListProps) {
  const { t } = useLingui();
  const columns = useColumns();
  const query = useUpcomingInvoices(page);
  const last = query.isPlaceholderData ? undefined : query.data?.totalPages;
  useEffect(() => {
    // The page in the address may not exist any more.
    if (last && page > last) onPageChange(last);
  }, [last, page, onPageChange]);
  return (
    <>
      <DataTable
        caption={t`Upcoming invoices`}
        columns={columns}
        query={query}
        rowId={({ subscriptionId }) => String(subscriptionId)}
        skeletonRows={3}
        errorTitle={<Trans>The upcoming invoices could not be loaded</Trans>}
        empty={
          <EmptyState
            icon={CalendarClock}
            title={<Trans>Nothing will be charged</Trans>}
            description={<Trans>Subscriptions that renew have their next invoice here.</Trans>}
          />
        }
      />
      {query.data && query.data.totalPages > 1 && (
        <div className="flex justify-end gap-2 border-t border-line px-4 py-3">
          <Button size="lg" disabled={page === 1} onClick={() => onPageChange(page - 1)}>
            <Trans>Previous page</Trans>
          </Button>
          <Button size="lg" disabled={page >= query.data.totalPages} onClick={() => onPageChange(page + 1)}>
            <Trans>Next page</Trans>
          </Button>
        </div>
      )}
    </>
  );
}

function useColumns() {
  const { t } = useLingui();
  return useMemo(
    () =>
      column.columns([
        column.display({
          id: 'subscription',
          header: t`Subscription`,
          cell: ({ row }) => <SubscriptionLink invoice={row.original} />,
          meta: { card: 'title', skeleton: 'w-40 h-9' },
        }),
        column.display({
          id: 'date',
          header: t`Date`,
          cell: ({ row }) => <Day at={row.original.created} className="text-muted" />,
          meta: { card: 'date', skeleton: 'w-24' },
        }),
        column.display({
          id: 'total',
          header: t`Total`,
          cell: ({ row: { original } }) => <Money cents={original.total} currency={original.currency} />,
          meta: { align: 'end', skeleton: 'w-20' },
        }),
        column.display({
          id: 'credit',
          header: t`Credit applied`,
          cell: ({ row: { original } }) => <CreditSpent invoice={original} />,
          meta: { align: 'end', skeleton: 'w-20' },
        }),
        column.display({
          id: 'due',
          header: t`Amount due`,
          cell: ({ row: { original } }) => <Money cents={original.amountDue} currency={original.currency} />,
          meta: { align: 'end', card: 'amount', skeleton: 'w-20' },
        }),
      ]),
    [t],
  );
}

function SubscriptionLink({ invoice }: { invoice: UpcomingInvoice }) {
  const { productId, productName, subscriptionId, subscriptionPlanName } = invoice;
  return (
    <>
      <TextLink {...subscriptionLink(productId, subscriptionId)}>{productName}</TextLink>
      <span className="block text-sm font-normal text-muted">{subscriptionPlanName}</span>
      <AgeNote invoice={invoice} />
    </>
  );
}

/** How old the amounts are, or that they are only the price, if the payment provider is unavailable (INV-9, INV-30). */
function AgeNote({ invoice }: { invoice: UpcomingInvoice }) {
  if (!invoice.stale) return null;
  const asOf = <Day at={invoice.asOf} withTime />;
  return (
    <span className="block text-sm font-normal whitespace-normal text-warning">
      {invoice.isEstimate ? (
        <Trans>An estimate before tax and discounts: the payment provider does not answer now.</Trans>
      ) : (
        <Trans>As of {asOf}: the payment provider does not answer now.</Trans>
      )}
    </span>
  );
}

function Money({ cents, currency }: { cents: number; currency: string }) {
  const { money } = useFormat();
  return <span className="whitespace-nowrap">{money(cents, currency)}</span>;
}

/** The part that the credit pays. */
function CreditSpent({ invoice: { total, amountDue, currency } }: { invoice: UpcomingInvoice }) {
  const spent = Math.max(0, Math.max(0, total) - amountDue);
  return spent === 0 ? <span className="text-muted">–</span> : <Money cents={-spent} currency={currency} />;
}
