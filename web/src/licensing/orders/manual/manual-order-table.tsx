import { Trans, useLingui } from '@lingui/react/macro';
import type { Order } from '@portico/contract';
import { Handshake } from 'lucide-react';
import { useMemo } from 'react';
import type { Answer } from '../../../lib/api.ts';
import { useFormat } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { columnsFor } from '../../../ui/data-table/columns.ts';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import type { FilteredListSearch, ListSearch } from '../../../ui/data-table/search.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { TextLink } from '../../../ui/link.tsx';
import { TextFilter } from '../../../ui/text-filter.tsx';
import { OrderStatus, PaymentStatus, Price } from '../components/order-text.tsx';
import { StatusFilter } from '../components/status-filter.tsx';
import { useManualOrders } from './manual-order.ts';

type Row = Answer<'GET /api/Operator/Orders'>['items'][number];
type Search = FilteredListSearch<'date' | 'number' | 'status' | 'paymentStatus'> & {
  status?: Order['status'] | undefined;
};

interface ManualOrderTableProps {
  search: Search;
  onSearchChange: (change: Partial<Search>) => void;
}

const column = columnsFor<Row>();

/** The manual orders of all accounts, filtered, sorted and paged by the server. */
export function ManualOrderTable({ search, onSearchChange }: ManualOrderTableProps) {
  const { t } = useLingui();
  const columns = useManualOrderColumns();
  const isFiltered = search.status !== undefined || search.textFilter !== '';
  return (
    <>
      <div className="flex flex-wrap items-center gap-3 border-b border-line p-4">
        <TextFilter
          className="min-w-56 flex-1"
          label={t`Filter by order ID or account`}
          text={search.textFilter}
          onChange={(textFilter) => onSearchChange({ textFilter, page: 1 })}
        />
        <StatusFilter status={search.status} onChange={(status) => onSearchChange({ status, page: 1 })} />
      </div>
      <DataTable
        caption={t`Manual orders`}
        columns={columns}
        query={useManualOrders(search)}
        rowId={(row) => String(row.id)}
        search={search}
        onSearchChange={onSearchChange as (change: Partial<ListSearch>) => void}
        errorTitle={<Trans>The orders could not be loaded</Trans>}
        empty={
          isFiltered ? (
            <NoMatch onShowAll={() => onSearchChange({ status: undefined, textFilter: '', page: 1 })} />
          ) : (
            <NoManualOrders />
          )
        }
      />
    </>
  );
}

function useManualOrderColumns() {
  const { t } = useLingui();
  const { date } = useFormat();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the formatters change with the language, as `t` does
  return useMemo(
    () =>
      column.columns([
        column.accessor('number', {
          header: t`Order ID`,
          cell: ({ row: { original } }) => <NumberAndAccount row={original} />,
          meta: { card: 'title', skeleton: 'w-36 h-9' },
        }),
        column.display({
          id: 'products',
          header: t`Product`,
          cell: ({ row: { original } }) => <span className="text-muted">{original.products.join(', ')}</span>,
          meta: { isSecondary: true, card: 'none', skeleton: 'w-28' },
        }),
        column.accessor('status', {
          header: t`Status`,
          cell: ({ row: { original } }) => (
            <span className="inline-flex flex-wrap gap-1.5">
              <OrderStatus status={original.status} />
              <span className="sm:hidden">
                <PaymentStatus order={original} />
              </span>
            </span>
          ),
          meta: { card: 'status', skeleton: 'w-16' },
        }),
        column.accessor('paymentStatus', {
          header: t`Payment status`,
          cell: ({ row: { original } }) => <PaymentStatus order={original} />,
          meta: { card: 'none', skeleton: 'w-14' },
        }),
        column.accessor('date', {
          header: t`Date`,
          cell: ({ row: { original } }) => <span className="whitespace-nowrap text-muted">{date(original.date)}</span>,
          meta: { card: 'date', skeleton: 'w-24' },
        }),
        column.display({
          id: 'price',
          header: t`Price`,
          cell: ({ row: { original } }) => <Price order={original} />,
          meta: { align: 'end', card: 'amount', skeleton: 'w-20' },
        }),
      ]),
    [t],
  );
}

function NumberAndAccount({ row: { id, number, accountName } }: { row: Row }) {
  return (
    <>
      <TextLink to="/Operator/Orders/$id" params={{ id: String(id) }} className="break-all">
        {number}
      </TextLink>
      <span className="block text-sm font-normal text-muted sm:whitespace-normal">{accountName}</span>
    </>
  );
}

function NoManualOrders() {
  return (
    <EmptyState
      icon={Handshake}
      title={<Trans>No manual order yet</Trans>}
      description={<Trans>Enter an order for what you sell outside of Stripe. Its license follows.</Trans>}
    />
  );
}

function NoMatch({ onShowAll }: { onShowAll: () => void }) {
  return (
    <EmptyState
      icon={Handshake}
      title={<Trans>No order matches</Trans>}
      action={
        <Button onClick={onShowAll}>
          <Trans>Show all orders</Trans>
        </Button>
      }
    />
  );
}
