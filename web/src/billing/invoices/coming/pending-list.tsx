import { Trans, useLingui } from '@lingui/react/macro';
import type { PendingInvoice } from '@portico/contract';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { FileClock } from 'lucide-react';
import { useMemo } from 'react';
import { api, type QueryOf } from '../../../lib/api.ts';
import { useFormat } from '../../../lib/format.ts';
import { type Locale, useLocale } from '../../../lib/locale.ts';
import { Card, CardHeader } from '../../../ui/card.tsx';
import { columnsFor } from '../../../ui/data-table/columns.ts';
import { ActionsHeader, DataTable } from '../../../ui/data-table/data-table.tsx';
import type { ListSearch } from '../../../ui/data-table/search.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Day } from '../../../ui/moment.tsx';
import { PayPending } from '../components/invoice-links.tsx';
import { InvoiceStatus } from '../components/invoice-status.tsx';
import { InvoiceLink } from '../components/invoice-text.tsx';
import { describeSubject } from '../invoice-rules.ts';

type PendingQuery = NonNullable<QueryOf<'GET /api/Subscription/invoices/pending'>>;

const pendingQuery = (query: PendingQuery, locale: Locale) =>
  queryOptions({
    queryKey: ['invoices', 'pending', query, locale],
    queryFn: ({ signal }) => api('GET /api/Subscription/invoices/pending', { query, signal }),
    placeholderData: keepPreviousData,
  });

/** Drafts and open invoices, and items that wait for an invoice. */
function usePendingInvoices(query: PendingQuery) {
  return useQuery(pendingQuery(query, useLocale()));
}

interface PendingListProps {
  search: ListSearch<'created'>;
  onSearchChange: (change: Partial<ListSearch>) => void;
}

const column = columnsFor<PendingInvoice>();

/** Drafts and open invoices, and items that wait for an invoice (INV-7). */
export function PendingList({ search, onSearchChange }: PendingListProps) {
  const { t } = useLingui();
  const query = usePendingInvoices(search);
  const columns = usePendingColumns();
  return (
    <div className="flex flex-col gap-5">
      <Card className="overflow-hidden">
        <DataTable
          caption={t`Pending invoices`}
          columns={columns}
          query={query}
          rowId={({ stripeId }) => stripeId}
          search={search}
          onSearchChange={onSearchChange}
          skeletonRows={3}
          errorTitle={<Trans>The invoices could not be loaded</Trans>}
          empty={
            <EmptyState
              icon={FileClock}
              title={<Trans>No invoice waits to be paid</Trans>}
              description={<Trans>Drafts and open invoices are listed here.</Trans>}
            />
          }
        />
      </Card>
      {query.data && query.data.pendingItems.length > 0 && <Waiting data={query.data} />}
    </div>
  );
}

function usePendingColumns() {
  const { t } = useLingui();
  return useMemo(
    () =>
      column.columns([
        column.display({
          id: 'number',
          header: t`Number`,
          cell: ({ row }) => <NumberAndSubject invoice={row.original} />,
          meta: { card: 'title', skeleton: 'w-40 h-9' },
        }),
        column.display({
          id: 'status',
          header: t`Status`,
          cell: ({ row }) => <InvoiceStatus invoice={row.original} />,
          meta: { card: 'status', skeleton: 'w-14' },
        }),
        column.accessor('created', {
          header: t`Created`,
          cell: ({ getValue }) => <Day at={getValue()} className="text-muted" />,
          meta: { card: 'date', skeleton: 'w-24' },
        }),
        column.display({
          id: 'paid',
          header: t({ message: 'Paid', context: 'invoice amount' }),
          cell: ({ row: { original } }) => <Money cents={original.amountPaid} currency={original.currency} />,
          meta: { align: 'end', skeleton: 'w-20' },
        }),
        column.display({
          id: 'remaining',
          header: t`Remaining`,
          cell: ({ row: { original } }) => <Money cents={original.amountRemaining} currency={original.currency} />,
          meta: { align: 'end', skeleton: 'w-20' },
        }),
        column.display({
          id: 'due',
          header: t`Amount due`,
          cell: ({ row: { original } }) => <Money cents={original.amountDue} currency={original.currency} />,
          meta: { align: 'end', card: 'amount', skeleton: 'w-20' },
        }),
        column.display({
          id: 'pay',
          header: ActionsHeader,
          cell: ({ row }) => <PayPending invoice={row.original} />,
          meta: { align: 'end', card: 'actions', skeleton: 'w-12' },
        }),
      ]),
    [t],
  );
}

function NumberAndSubject({ invoice }: { invoice: PendingInvoice }) {
  return (
    <>
      <InvoiceLink invoice={invoice} />
      <span className="block text-sm font-normal whitespace-normal text-muted wrap-anywhere">
        {describeSubject(invoice)}
        <span className="block">
          <BilledBy name={invoice.accountName} />
        </span>
      </span>
    </>
  );
}

function BilledBy({ name }: { name: string }) {
  return <Trans comment="Who made an invoice">From {name}</Trans>;
}

function Money({ cents, currency }: { cents: number; currency: string }) {
  const { money } = useFormat();
  return <span className="whitespace-nowrap">{money(cents, currency)}</span>;
}

type Pending = NonNullable<ReturnType<typeof usePendingInvoices>['data']>;

/** Items of the next invoice. */
function Waiting({ data: { pendingItems, pendingItemsTotal } }: { data: Pending }) {
  const { money } = useFormat();
  const currency = pendingItems[0]?.currency;
  return (
    <Card>
      <CardHeader
        title={<Trans>On the next invoice</Trans>}
        description={<Trans>These are charged or given back together with it.</Trans>}
      />
      <ul className="border-t border-line">
        {pendingItems.map((item) => (
          <li key={item.stripeId} className="flex justify-between gap-4 border-b border-line px-4 py-3 sm:px-5">
            <span className="min-w-0 wrap-anywhere">
              {item.description ?? '–'}
              <Day at={item.created} className="block text-sm text-muted" />
            </span>
            <Money cents={item.amount} currency={item.currency} />
          </li>
        ))}
      </ul>
      <p className="flex justify-between gap-4 px-4 py-3 font-semibold sm:px-5">
        <Trans>Total</Trans>
        <span className="whitespace-nowrap tabular-nums">{money(pendingItemsTotal, currency)}</span>
      </p>
    </Card>
  );
}
