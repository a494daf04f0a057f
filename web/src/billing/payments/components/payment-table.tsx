import { Trans, useLingui } from '@lingui/react/macro';
import type { PaymentRow } from '@portico/contract';
import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ReceiptText } from 'lucide-react';
import { useMemo } from 'react';
import { useFormat } from '../../../lib/format.ts';
import { tightTable, useMedia } from '../../../lib/use-media.ts';
import { columnsFor } from '../../../ui/data-table/columns.ts';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import type { ListSearch } from '../../../ui/data-table/search.ts';
import type { ListAnswer } from '../../../ui/data-table/use-list-table.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Day } from '../../../ui/moment.tsx';
import { PaymentStatus } from './payment-status.tsx';

interface PaymentTableProps {
  query: UseQueryResult<ListAnswer<PaymentRow>>;
  /** Omitted for a short list without sorting and paging. */
  search?: ListSearch;
  onSearchChange?: (change: Partial<ListSearch>) => void;
  skeletonRows?: number;
}

const column = columnsFor<PaymentRow>();

/** Payments with status, date and amount, each linked to its details. */
export function PaymentTable({ query, search, onSearchChange, skeletonRows }: PaymentTableProps) {
  const { t } = useLingui();
  return (
    <DataTable
      caption={t`Payments`}
      columns={usePaymentColumns()}
      query={query}
      rowId={(row) => row.stripeId}
      search={search}
      onSearchChange={onSearchChange}
      skeletonRows={skeletonRows}
      errorTitle={<Trans>The payments could not be loaded</Trans>}
      empty={<NoPayments />}
    />
  );
}

function NoPayments() {
  return (
    <EmptyState
      icon={ReceiptText}
      title={<Trans>No payment yet</Trans>}
      description={<Trans>Each charge of a card is listed here with its result.</Trans>}
    />
  );
}

/** On narrow screens the statement descriptor is omitted. */
function usePaymentColumns() {
  const { t } = useLingui();
  const isTight = useMedia(tightTable);
  return useMemo(() => {
    const descriptor = column.display({
      id: 'statementDescriptor',
      header: t`On the statement`,
      cell: ({ row }) => <span className="text-muted">{row.original.statementDescriptor ?? '–'}</span>,
      meta: { card: 'none', skeleton: 'w-28' },
    });
    return column.columns([
      column.accessor('description', {
        header: t`Description`,
        cell: ({ row }) => <PaymentLink payment={row.original} />,
        meta: { card: 'title', skeleton: 'w-48' },
      }),
      column.accessor('status', {
        header: t`Status`,
        cell: ({ getValue }) => <PaymentStatus status={getValue()} />,
        meta: { card: 'status', skeleton: 'w-16' },
      }),
      ...(isTight ? [] : [descriptor]),
      column.accessor('created', {
        header: t`Date`,
        cell: ({ row }) => <Dates payment={row.original} />,
        meta: { card: 'date', skeleton: 'w-24' },
      }),
      column.accessor('amount', {
        header: t`Amount`,
        cell: ({ row }) => <Amount payment={row.original} />,
        meta: { align: 'end', card: 'amount', skeleton: 'w-20' },
      }),
    ]);
  }, [t, isTight]);
}

/** The subject of a payment and its product, unless the subject names it. */
function PaymentLink({ payment: { stripeId, description, productName } }: { payment: PaymentRow }) {
  return (
    <>
      <Link
        to="/Billing/Payments/$id/Details"
        params={{ id: stripeId }}
        className="touch-area rounded font-medium text-ink underline-offset-4 hover:underline"
      >
        {description ?? <Trans>Payment without a description</Trans>}
      </Link>
      {productName && !description?.includes(productName) && (
        <span className="block text-xs text-muted">{productName}</span>
      )}
    </>
  );
}

/** The day of the first attempt; if a later one succeeded, that day too (PAY-11). */
function Dates({ payment: { created, paidAt } }: { payment: PaymentRow }) {
  const { date } = useFormat();
  const day = paidAt && date(paidAt);
  return (
    <span className="text-muted">
      <Day at={created} />
      {day && day !== date(created) && (
        <span title={date(paidAt, 'exact')} className="block text-xs whitespace-nowrap">
          <Trans comment="The day on which a card was charged, after it was declined before">Paid {day}</Trans>
        </span>
      )}
    </span>
  );
}

function Amount({ payment: { amount, currency } }: { payment: PaymentRow }) {
  const { money } = useFormat();
  return <span className="whitespace-nowrap">{money(amount, currency)}</span>;
}
