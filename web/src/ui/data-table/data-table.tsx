// biome-ignore-all lint/a11y/noRedundantRoles: the narrow layout's `display` takes the table's own roles away in some browsers
import { Trans, useLingui } from '@lingui/react/macro';
import type { RowData } from '@tanstack/react-table';
import type { ReactNode } from 'react';
import { cn } from '../../lib/cn.ts';
import { Button } from '../button.tsx';
import { EmptyState } from '../empty-state.tsx';
import { ErrorState } from '../error-state.tsx';
import { Pager } from './pager.tsx';
import { SortSelect } from './sort-select.tsx';
import { columnMeta, HeaderCell, Rows, SkeletonRows } from './table-rows.tsx';
import { type ListTableOptions, useListTable } from './use-list-table.ts';

interface DataTableProps<Row extends RowData> extends ListTableOptions<Row> {
  /** The table's name for screen readers. */
  caption: string;
  /** Shown if there are no rows; it should suggest the next step. */
  empty?: ReactNode;
  /** What could not be loaded: 'The invoices could not be loaded'. */
  errorTitle?: ReactNode;
  /** The content below an expanded row; null for a collapsed one. */
  renderOpened?: (row: Row) => ReactNode;
  /** Whether a sort control appears below 600 px, where the table has no header; true by default. */
  offersSortSelect?: boolean;
  /** The page sizes to choose from; those of WIRE-6 by default. */
  pageSizes?: readonly number[];
  /** Rows of the skeleton; by default the page size, at most 10. */
  skeletonRows?: number;
}

/** A list that failed to load or has no rows, or a page that does not exist any more because rows were removed. */
function WithoutRows<Row extends RowData>(props: DataTableProps<Row>) {
  const { query, search, onSearchChange, empty, errorTitle } = props;
  const { t } = useLingui();
  if (!query.data) {
    return (
      <ErrorState
        error={query.error}
        title={errorTitle}
        onRetry={() => void query.refetch()}
        isRetrying={query.isFetching}
      />
    );
  }
  if ((search?.page ?? 1) === 1) return empty ?? <EmptyState title={t`Nothing here yet`} />;
  const page = Math.max(1, query.data.totalPages);
  return (
    <EmptyState
      title={<Trans>There is nothing on this page</Trans>}
      action={
        <Button onClick={() => onSearchChange?.({ page })}>
          <Trans>Go to the last page</Trans>
        </Button>
      }
    />
  );
}

/** A server-side list in its four states: loading, empty, failed, with rows. Below 600 px each row is a card. */
export function DataTable<Row extends RowData>(props: DataTableProps<Row>) {
  const { caption, query, search, onSearchChange } = props;
  const table = useListTable(props);
  const headers = table.getHeaderGroups().flatMap((group) => group.headers);
  const isEmpty = query.data?.items.length === 0 && ((search?.page ?? 1) === 1 || !query.isPlaceholderData);
  if (isEmpty || (query.error && !query.data)) return <WithoutRows {...props} />;
  const isWide = !headers.some(({ column }) => columnMeta(column)?.card === 'amount');
  const sortable = headers.filter((header) => search && header.column.getCanSort());
  const skeletonRows = props.skeletonRows ?? Math.min(search?.pageSize ?? 5, 10);
  return (
    <div>
      {search && onSearchChange && sortable.length > 0 && props.offersSortSelect !== false && (
        <SortSelect
          search={search}
          onSearchChange={onSearchChange}
          fields={sortable.map(({ column }) => ({
            id: column.id,
            label: String(column.columnDef.header),
            isDate: columnMeta(column)?.card === 'date',
          }))}
        />
      )}
      <div className={cn('relative scroll-edges', query.isPlaceholderData && 'reloading')}>
        <table
          role="table"
          aria-busy={query.isPending || query.isPlaceholderData}
          className="w-full border-collapse max-sm:block"
        >
          <caption className="sr-only">{caption}</caption>
          <thead role="rowgroup" className="max-sm:sr-only">
            <tr role="row" className="border-y border-line bg-canvas">
              {headers.map((header) => (
                <HeaderCell key={header.id} table={table} header={header} isSorted={Boolean(search)} />
              ))}
            </tr>
          </thead>
          <tbody role="rowgroup" className="max-sm:block">
            {query.isPending ? (
              <SkeletonRows count={skeletonRows} headers={headers} isWide={isWide} />
            ) : (
              <Rows table={table} isWide={isWide} renderOpened={props.renderOpened} />
            )}
          </tbody>
        </table>
      </div>
      {search && onSearchChange && query.data && (
        <Pager
          caption={caption}
          total={query.data.total}
          totalPages={query.data.totalPages}
          search={search}
          onSearchChange={onSearchChange}
          {...(props.pageSizes && { sizes: props.pageSizes })}
        />
      )}
      {search && query.isPending && <div className="h-[57px] border-t border-line" />}
    </div>
  );
}

/** The header of a column of buttons, for screen readers only. */
export function ActionsHeader() {
  return (
    <span className="sr-only">
      <Trans>Actions</Trans>
    </span>
  );
}
