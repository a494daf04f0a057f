import { Trans, useLingui } from '@lingui/react/macro';
import type { GivenReason } from '@portico/contract';
import { MessageSquare } from 'lucide-react';
import { useMemo } from 'react';
import { useFormat } from '../../../lib/format.ts';
import { Badge, type BadgeTone } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { columnsFor } from '../../../ui/data-table/columns.ts';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import type { ListSearch } from '../../../ui/data-table/search.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { TextLink } from '../../../ui/link.tsx';
import { Moment } from '../../../ui/moment.tsx';
import type { ReasonSearch } from '../cancellations.api.ts';
import { toFilters, useGivenReasons } from '../cancellations.api.ts';
import { useReasonWords } from '../reason-words.ts';

interface ReasonTableProps {
  search: ReasonSearch;
  onSearchChange: (change: Partial<ReasonSearch>) => void;
}

const column = columnsFor<GivenReason>();

/** Customers' cancellation reasons, the latest first (CXL-10). */
export function ReasonTable({ search, onSearchChange }: ReasonTableProps) {
  const { t } = useLingui();
  const { page, pageSize } = search;
  const filters = toFilters(search);
  const isFiltered = Object.keys(filters).length > 0;
  const showAll = () =>
    onSearchChange({ productId: undefined, month: undefined, reason: undefined, withComment: undefined, page: 1 });
  return (
    <DataTable
      caption={t`Cancellations, the latest first`}
      columns={useReasonColumns()}
      query={useGivenReasons({ page, pageSize, ...filters })}
      rowId={(row) => String(row.id)}
      search={search}
      onSearchChange={onSearchChange as (change: Partial<ListSearch>) => void}
      errorTitle={<Trans>The cancellations could not be loaded</Trans>}
      empty={
        isFiltered ? (
          <EmptyState
            icon={MessageSquare}
            title={<Trans>No cancellation matches</Trans>}
            action={
              <Button onClick={showAll}>
                <Trans>Show all cancellations</Trans>
              </Button>
            }
          />
        ) : (
          <EmptyState
            icon={MessageSquare}
            title={<Trans>Nobody has canceled yet</Trans>}
            description={<Trans>Customers’ reasons and comments appear here when they cancel.</Trans>}
          />
        )
      }
    />
  );
}

function useReasonColumns() {
  const { t } = useLingui();
  return useMemo(
    () =>
      column.columns([
        column.display({
          id: 'reason',
          header: t`Reason`,
          cell: ({ row }) => <Reason given={row.original} />,
          meta: { card: 'title', skeleton: 'w-56 h-9' },
        }),
        column.display({
          id: 'account',
          header: t`Account`,
          cell: ({ row }) => <Customer given={row.original} />,
          meta: { skeleton: 'w-40 h-9' },
        }),
        column.display({
          id: 'outcome',
          header: t`Outcome`,
          cell: ({ row }) => <Outcome given={row.original} />,
          meta: { card: 'status', skeleton: 'w-16' },
        }),
        column.display({
          id: 'amount',
          header: t`Paid a month`,
          cell: ({ row }) => <Amount given={row.original} />,
          meta: { align: 'end', skeleton: 'w-16' },
        }),
        column.display({
          id: 'date',
          header: t`Date`,
          cell: ({ row }) => <Moment at={row.original.at} />,
          meta: { card: 'date', skeleton: 'w-32' },
        }),
      ]),
    [t],
  );
}

function Reason({ given: { reason, comment } }: { given: GivenReason }) {
  const words = useReasonWords();
  return (
    <span className="flex min-w-0 flex-col">
      <span className={reason === null ? 'font-normal text-muted' : 'font-medium text-ink'}>{words(reason)}</span>
      {comment && (
        <span className="max-w-96 text-[13px] font-normal wrap-anywhere whitespace-pre-line text-muted">{comment}</span>
      )}
    </span>
  );
}

function Customer({ given: { account, productName, planName } }: { given: GivenReason }) {
  return (
    <span className="flex min-w-0 flex-col">
      <TextLink to="/Operator/Accounts/$id" params={{ id: String(account.id) }} className="text-ink">
        {account.name}
      </TextLink>
      <span className="text-[13px] text-muted">
        {productName}, {planName}
      </span>
    </span>
  );
}

const tones: Record<GivenReason['outcome'], BadgeTone> = { canceled: 'neutral', restored: 'ok', saved: 'ok' };

function Outcome({ given: { outcome } }: { given: GivenReason }) {
  return (
    <Badge tone={tones[outcome]}>
      {outcome === 'canceled' && <Trans>Canceled</Trans>}
      {outcome === 'restored' && <Trans>Restored</Trans>}
      {outcome === 'saved' && <Trans>Stayed by an offer</Trans>}
    </Badge>
  );
}

function Amount({ given: { amountPerMonth, currency } }: { given: GivenReason }) {
  const { money } = useFormat();
  return <span className="tabular-nums">{money(amountPerMonth, currency)}</span>;
}
