import { Trans, useLingui } from '@lingui/react/macro';
import type { LatePayment } from '@portico/contract';
import { CircleCheck } from 'lucide-react';
import { useMemo } from 'react';
import { useFormat } from '../../../lib/format.ts';
import { columnsFor } from '../../../ui/data-table/columns.ts';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import type { ListSearch } from '../../../ui/data-table/search.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Day } from '../../../ui/moment.tsx';
import { useLatePayments } from '../late-payments.api.ts';
import { AtStake } from './at-stake.tsx';
import { LateAccount, LateProduct, LateReason, LateTries } from './late-payment-text.tsx';

interface LatePaymentTableProps {
  search: ListSearch;
  onSearchChange: (change: Partial<ListSearch>) => void;
}

const column = columnsFor<LatePayment>();

/** The late payments of all accounts, the largest first, with their total (LATE-8). */
export function LatePaymentTable({ search, onSearchChange }: LatePaymentTableProps) {
  const { t } = useLingui();
  const { page, pageSize } = search;
  const query = useLatePayments({ page, pageSize });
  const columns = useLateColumns();
  const totals = query.data?.totals ?? [];
  return (
    <>
      {totals.length > 0 && (
        <div className="border-b border-line px-5 py-4">
          <p className="mb-1 text-sm text-muted">
            <Trans>At stake</Trans>
          </p>
          <AtStake totals={totals} />
        </div>
      )}
      <DataTable
        caption={t`Late payments of all accounts, the largest first`}
        columns={columns}
        query={query}
        rowId={(row) => row.invoiceId}
        search={search}
        onSearchChange={onSearchChange}
        offersSortSelect={false}
        errorTitle={<Trans>The late payments could not be loaded</Trans>}
        empty={
          <EmptyState
            icon={CircleCheck}
            title={<Trans>No payment is late</Trans>}
            description={<Trans>Renewals that a card does not pay and overdue invoices appear here.</Trans>}
          />
        }
      />
    </>
  );
}

function useLateColumns() {
  const { t } = useLingui();
  const { money } = useFormat();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the formatters change with the language, as `t` does
  return useMemo(
    () =>
      column.columns([
        column.display({
          id: 'account',
          header: t`Account`,
          cell: ({ row }) => <LateAccount payment={row.original} />,
          meta: { card: 'title', skeleton: 'w-28' },
        }),
        column.display({
          id: 'product',
          header: t`Product`,
          cell: ({ row }) => <LateProduct payment={row.original} />,
          meta: { skeleton: 'w-28 h-9' },
        }),
        column.display({
          id: 'reason',
          header: t`Declined card`,
          cell: ({ row }) => <LateReason payment={row.original} />,
          meta: { skeleton: 'w-36 h-9' },
        }),
        column.display({
          id: 'tries',
          header: t`Tries`,
          cell: ({ row }) => <LateTries payment={row.original} />,
          meta: { skeleton: 'w-24 h-9' },
        }),
        column.display({
          id: 'since',
          header: t`Since`,
          cell: ({ row }) => <Day at={row.original.since} />,
          meta: { card: 'date', skeleton: 'w-20' },
        }),
        column.display({
          id: 'amount',
          header: t`Amount`,
          cell: ({ row }) => (
            <span className="font-medium tabular-nums">{money(row.original.amount, row.original.currency)}</span>
          ),
          meta: { card: 'amount', align: 'end', skeleton: 'w-16' },
        }),
      ]),
    [t],
  );
}
