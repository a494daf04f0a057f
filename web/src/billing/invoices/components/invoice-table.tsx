import { Trans, useLingui } from '@lingui/react/macro';
import type { InvoiceRow } from '@portico/contract';
import type { UseQueryResult } from '@tanstack/react-query';
import { FileText } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { useFormat } from '../../../lib/format.ts';
import { tightTable, useMedia } from '../../../lib/use-media.ts';
import { columnsFor } from '../../../ui/data-table/columns.ts';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import type { ListSearch } from '../../../ui/data-table/search.ts';
import type { ListAnswer } from '../../../ui/data-table/use-list-table.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Day } from '../../../ui/moment.tsx';
import { InvoiceLinks } from './invoice-links.tsx';
import { InvoiceStatus } from './invoice-status.tsx';
import { InvoiceLink, InvoiceSubject } from './invoice-text.tsx';

interface InvoiceTableProps {
  query: UseQueryResult<ListAnswer<InvoiceRow>>;
  /** Omitted for a short list without sorting and paging. */
  search?: ListSearch;
  onSearchChange?: (change: Partial<ListSearch>) => void;
  skeletonRows?: number;
  empty?: ReactNode;
}

const column = columnsFor<InvoiceRow>();

/** Invoices with status, dates, total, payment and PDF. */
export function InvoiceTable({ query, search, onSearchChange, skeletonRows, empty }: InvoiceTableProps) {
  const { t } = useLingui();
  const columns = useInvoiceColumns();
  return (
    <DataTable
      caption={t`Invoices`}
      columns={columns}
      query={query}
      rowId={(row) => row.stripeId}
      search={search}
      onSearchChange={onSearchChange}
      skeletonRows={skeletonRows}
      errorTitle={<Trans>The invoices could not be loaded</Trans>}
      empty={empty || <NoInvoices />}
    />
  );
}

/** On narrow screens the description is below the number, and the due date is omitted. */
function useInvoiceColumns() {
  const { t } = useLingui();
  const isTight = useMedia(tightTable);
  return useMemo(() => {
    const description = column.display({
      id: 'description',
      header: t`Description`,
      cell: ({ row }) => (
        <span className="text-muted">
          <InvoiceSubject invoice={row.original} />
        </span>
      ),
      meta: { truncate: true, className: 'w-[34%]', card: 'none', skeleton: 'w-48' },
    });
    const dueDate = column.accessor('dueDate', {
      header: t`Due date`,
      cell: ({ getValue }) => <DueDate dueDate={getValue()} />,
      meta: { card: 'none', skeleton: 'w-24' },
    });
    return column.columns([
      column.accessor('number', {
        header: t`Number`,
        cell: ({ row }) => <InvoiceNumber invoice={row.original} />,
        meta: { card: 'title', skeleton: 'w-28 max-lg:h-9' },
      }),
      ...(isTight ? [] : [description]),
      column.accessor('status', {
        header: t`Status`,
        cell: ({ row }) => <InvoiceStatus invoice={row.original} />,
        meta: { card: 'status', skeleton: 'w-14' },
      }),
      column.accessor('created', {
        header: t`Created`,
        cell: ({ row }) => <Created invoice={row.original} />,
        meta: { card: 'date', skeleton: 'w-24' },
      }),
      ...(isTight ? [] : [dueDate]),
      column.accessor('total', {
        header: t`Total`,
        cell: ({ row }) => <Total invoice={row.original} />,
        meta: { align: 'end', card: 'amount', skeleton: 'w-20' },
      }),
      column.display({
        id: 'links',
        header: LinksHeader,
        cell: ({ row }) => <InvoiceLinks invoice={row.original} />,
        meta: { align: 'end', card: 'actions', className: 'lg:w-32', skeleton: 'w-8' },
      }),
    ]);
  }, [t, isTight]);
}

function LinksHeader() {
  return (
    <span className="sr-only">
      <Trans>Links</Trans>
    </span>
  );
}

function DueDate({ dueDate }: Pick<InvoiceRow, 'dueDate'>) {
  return dueDate ? <Day at={dueDate} className="text-muted" /> : <span className="text-muted">–</span>;
}

function Total({ invoice: { total, currency } }: { invoice: InvoiceRow }) {
  const { money } = useFormat();
  return <span className="whitespace-nowrap">{money(total, currency)}</span>;
}

function NoInvoices({ className }: { className?: string }) {
  return (
    <EmptyState
      className={className}
      icon={FileText}
      title={<Trans>No invoice yet</Trans>}
      description={<Trans>The first invoice is created when a subscription begins.</Trans>}
    />
  );
}

/** The date of creation. On narrow screens, which have no column for the due date, the due date is below. */
function Created({ invoice: { created, dueDate } }: { invoice: InvoiceRow }) {
  const { date } = useFormat();
  const due = dueDate && date(dueDate);
  return (
    <span className="text-muted">
      <Day at={created} />
      {due && (
        <span title={date(dueDate, 'exact')} className="block whitespace-nowrap min-[1000px]:hidden">
          <Trans comment="When an invoice must be paid">Due {due}</Trans>
        </span>
      )}
    </span>
  );
}

/**
 * The number, linked to the invoice. On narrow screens, which have no column for the description, the description is
 * below.
 */
function InvoiceNumber({ invoice }: { invoice: InvoiceRow }) {
  return (
    <>
      <InvoiceLink invoice={invoice} />
      <span className="block text-sm font-normal whitespace-normal text-muted wrap-anywhere min-[1000px]:hidden">
        <InvoiceSubject invoice={invoice} />
      </span>
    </>
  );
}
