import { Trans, useLingui } from '@lingui/react/macro';
import type { InvoiceRow } from '@portico/contract';
import type { UseQueryResult } from '@tanstack/react-query';
import { FileText } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { useFormat } from '../../../lib/format.ts';
import { tightTable, useMedia } from '../../../lib/use-media.ts';
import { columnsFor, DataTable, type ListAnswer, type ListSearch } from '../../../ui/data-table/index.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ExternalLink } from '../../../ui/link.tsx';
import { InvoiceLinks } from './invoice-links.tsx';
import { InvoiceStatus } from './invoice-status.tsx';

interface InvoiceTableProps {
  query: UseQueryResult<ListAnswer<InvoiceRow>>;
  /** Left out for a short list without sorting and paging. */
  search?: ListSearch;
  onSearchChange?: (change: Partial<ListSearch>) => void;
  skeletonRows?: number;
  empty?: ReactNode;
}

const column = columnsFor<InvoiceRow>();

/** Invoices with their status, dates and total, and the ways to pay and to keep them. */
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

/** A tight table leaves out the description and the due date. */
function useInvoiceColumns() {
  const { t } = useLingui();
  const isTight = useMedia(tightTable);
  return useMemo(() => {
    const description = column.display({
      id: 'description',
      header: t`Description`,
      cell: ({ row }) => <span className="text-muted">{row.original.description}</span>,
      meta: { truncate: true, className: 'w-[30%]', card: 'none', skeleton: 'w-48' },
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
        meta: { card: 'title', skeleton: 'w-28' },
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
  const { date } = useFormat();
  return <span className="whitespace-nowrap text-muted">{dueDate ? date(dueDate) : '–'}</span>;
}

function Total({ invoice: { total, currency } }: { invoice: InvoiceRow }) {
  const { money } = useFormat();
  return <span className="whitespace-nowrap">{money(total, currency)}</span>;
}

export function NoInvoices({ className }: { className?: string }) {
  return (
    <EmptyState
      className={className}
      icon={FileText}
      title={<Trans>No invoice yet</Trans>}
      description={<Trans>The first invoice is created when a subscription begins.</Trans>}
    />
  );
}

/** When it was made; where there is no column for it, when it falls due as well. */
function Created({ invoice: { created, dueDate } }: { invoice: InvoiceRow }) {
  const { date } = useFormat();
  const due = dueDate && date(dueDate);
  return (
    <span className="whitespace-nowrap text-muted">
      {date(created)}
      {due && (
        <span className="block min-[1000px]:hidden">
          <Trans comment="When an invoice must be paid">Due {due}</Trans>
        </span>
      )}
    </span>
  );
}

/** Leads to the provider's page of the invoice; a draft has neither number nor page. */
function InvoiceNumber({ invoice: { number, hostedInvoiceUrl } }: { invoice: InvoiceRow }) {
  const { t } = useLingui();
  if (!number) {
    return (
      <span className="text-muted">
        <Trans>No number yet</Trans>
      </span>
    );
  }
  if (!hostedInvoiceUrl) return <span className="whitespace-nowrap tabular-nums">{number}</span>;
  return (
    <ExternalLink
      plain
      href={hostedInvoiceUrl}
      aria-label={t`Invoice ${number} (opens in a new tab)`}
      className="rounded font-medium whitespace-nowrap tabular-nums text-ink underline-offset-4 hover:underline"
    >
      {number}
    </ExternalLink>
  );
}
