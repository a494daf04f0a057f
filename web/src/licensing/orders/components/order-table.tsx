import { Trans, useLingui } from '@lingui/react/macro';
import type { Order } from '@portico/contract';
import { ShoppingBag } from 'lucide-react';
import { useMemo } from 'react';
import { useFormat } from '../../../lib/format.ts';
import { tightTable, useMedia } from '../../../lib/use-media.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { CsvMenu } from '../../../ui/csv-menu.tsx';
import { columnsFor } from '../../../ui/data-table/columns.ts';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import type { FilteredListSearch, ListSearch } from '../../../ui/data-table/search.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ButtonLink, TextLink } from '../../../ui/link.tsx';
import { TextFilter } from '../../../ui/text-filter.tsx';
import { ordersReportAddress, useOrders } from '../orders.api.ts';
import { LicenseModel, OrderStatus, PaymentStatus, Price, Quantity } from './order-text.tsx';
import { StatusFilter } from './status-filter.tsx';

type Search = FilteredListSearch<'date' | 'number' | 'status' | 'paymentStatus'> & {
  status?: Order['status'] | undefined;
};

interface OrderTableProps {
  search: Search;
  onSearchChange: (change: Partial<Search>) => void;
}

const column = columnsFor<Order>();

/** The account's orders, filtered, sorted and paged by the server. */
export function OrderTable({ search, onSearchChange }: OrderTableProps) {
  const { t } = useLingui();
  const columns = useOrderColumns();
  const query = useOrders(search);
  const { status, textFilter } = search;
  const isFiltered = status !== undefined || textFilter !== '';
  const hasNone = !isFiltered && query.data?.total === 0;
  return (
    <>
      {!hasNone && (
        <div className="flex flex-wrap items-center justify-between gap-3 border-b border-line p-4">
          <div className="flex flex-1 flex-wrap items-center gap-2">
            <TextFilter
              className="w-full sm:w-80"
              label={t`Filter by order, license or product`}
              text={textFilter}
              onChange={(next) => onSearchChange({ textFilter: next, page: 1 })}
            />
            <StatusFilter status={status} onChange={(next) => onSearchChange({ status: next, page: 1 })} />
          </div>
          <CsvMenu href={ordersReportAddress(search)} />
        </div>
      )}
      <DataTable
        caption={t`Orders`}
        columns={columns}
        query={query}
        rowId={(row) => String(row.id)}
        search={search}
        onSearchChange={onSearchChange as (change: Partial<ListSearch>) => void}
        errorTitle={<Trans>The orders could not be loaded</Trans>}
        empty={
          isFiltered ? (
            <NoneFiltered onShowAll={() => onSearchChange({ status: undefined, textFilter: '', page: 1 })} />
          ) : (
            <NoOrders />
          )
        }
      />
    </>
  );
}

/** On narrow screens the license model and the quantity are omitted. */
function useOrderColumns() {
  const { t } = useLingui();
  const { date } = useFormat();
  const isTight = useMedia(tightTable);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the formatters change with the language, as `t` does
  return useMemo(() => {
    const model = column.display({
      id: 'licenseModel',
      header: t`License model`,
      cell: ({ row }) => (
        <span className="whitespace-nowrap text-muted">
          <LicenseModel model={row.original.licenseModel} />
        </span>
      ),
      meta: { card: 'none', skeleton: 'w-36' },
    });
    const devices = column.display({
      id: 'devices',
      header: t`Hardware IDs`,
      cell: ({ row }) => <Quantity value={row.original.hardwareIdNumber} />,
      meta: { align: 'end', card: 'none', skeleton: 'w-8' },
    });
    return column.columns([
      column.accessor('number', {
        header: t`Order ID`,
        cell: ({ row }) => <NumberAndProducts order={row.original} />,
        meta: { card: 'title', skeleton: 'w-36 h-9' },
      }),
      column.accessor('status', {
        header: t`Status`,
        cell: ({ row }) => <Statuses order={row.original} />,
        meta: { card: 'status', skeleton: 'w-16' },
      }),
      column.accessor('paymentStatus', {
        header: t`Payment status`,
        cell: ({ row }) => <PaymentStatus order={row.original} />,
        meta: { card: 'none', skeleton: 'w-14' },
      }),
      column.accessor('date', {
        header: t`Date`,
        cell: ({ row }) => <span className="whitespace-nowrap text-muted">{date(row.original.date)}</span>,
        meta: { card: 'date', skeleton: 'w-24' },
      }),
      ...(isTight ? [] : [model, devices]),
      column.display({
        id: 'price',
        header: t`Price`,
        cell: ({ row }) => <Price order={row.original} />,
        meta: { align: 'end', card: 'amount', skeleton: 'w-20' },
      }),
    ]);
  }, [t, isTight]);
}

function NumberAndProducts({ order: { id, number, products } }: { order: Order }) {
  return (
    <>
      <TextLink to="/Billing/Orders/$id" params={{ id: String(id) }} className="break-all">
        {number}
      </TextLink>
      <span className="block text-sm font-normal text-muted sm:whitespace-normal">{products.join(', ')}</span>
    </>
  );
}

/** On a card the payment has no column, so it is beside the status. */
function Statuses({ order }: { order: Order }) {
  return (
    <span className="inline-flex flex-wrap gap-1.5">
      <OrderStatus status={order.status} />
      {order.trial && (
        <Badge tone="accent">
          <Trans>Trial</Trans>
        </Badge>
      )}
      <span className="sm:hidden">
        <PaymentStatus order={order} />
      </span>
    </span>
  );
}

function NoOrders() {
  return (
    <EmptyState
      icon={ShoppingBag}
      title={<Trans>No order yet</Trans>}
      description={<Trans>Each subscription to a licensed product has an order. Choose a product to begin.</Trans>}
      action={
        <ButtonLink to="/products" variant="primary">
          <Trans>See the products</Trans>
        </ButtonLink>
      }
    />
  );
}

function NoneFiltered({ onShowAll }: { onShowAll: () => void }) {
  return (
    <EmptyState
      icon={ShoppingBag}
      title={<Trans>No order matches these filters</Trans>}
      action={
        <Button onClick={onShowAll}>
          <Trans>Show all orders</Trans>
        </Button>
      }
    />
  );
}
