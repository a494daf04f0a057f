// biome-ignore-all lint/a11y/noRedundantRoles: the narrow layout's `display` takes the table's own roles away in some browsers
import { Trans, useLingui } from '@lingui/react/macro';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ColumnDef, type RowData, useTable } from '@tanstack/react-table';
import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react';
import { Fragment, type MouseEvent, type ReactNode, useMemo } from 'react';
import { cn } from '../../lib/cn.ts';
import { Button } from '../button.tsx';
import { EmptyState } from '../empty-state.tsx';
import { ErrorState } from '../error-state.tsx';
import { Skeleton } from '../skeleton.tsx';
import { type CardPlace, type ColumnMeta, dataTableFeatures } from './columns.ts';
import { Pager } from './pager.tsx';
import type { ListSearch } from './search.ts';
import { SortSelect } from './sort-select.tsx';

export interface ListAnswer<Row> {
  items: readonly Row[];
  total: number;
  totalPages: number;
}

type Columns<Row extends RowData> =
  ReturnType<typeof import('./columns.ts').columnsFor<Row>> extends {
    columns: (...columns: never[]) => infer Defined;
  }
    ? Defined
    : ColumnDef<typeof dataTableFeatures, Row>[];

interface DataTableProps<Row extends RowData> {
  /** The table's name for screen readers. */
  caption: string;
  columns: Columns<Row> | ColumnDef<typeof dataTableFeatures, Row, never>[];
  /** To keep the previous page visible: `placeholderData: keepPreviousData`. */
  query: Pick<
    UseQueryResult<ListAnswer<Row>>,
    'data' | 'error' | 'isPending' | 'isFetching' | 'isPlaceholderData' | 'refetch'
  >;
  rowId: (row: Row) => string;
  /** The list's sorting and page, from the route's search. Omitted for a short list without them. */
  search?: ListSearch;
  onSearchChange?: (change: Partial<ListSearch>) => void;
  /** Shown if there are no rows; it should suggest the next step. */
  empty?: ReactNode;
  /** What could not be loaded: 'The invoices could not be loaded'. */
  errorTitle?: ReactNode;
  /** The content that replaces an expanded row; null for a collapsed one. */
  renderOpened?: (row: Row) => ReactNode;
  /** Whether a sort control appears below 600 px, where the table has no header; true by default. */
  offersSortSelect?: boolean;
  /** The page sizes to choose from; those of WIRE-6 by default. */
  pageSizes?: readonly number[];
  /** Rows of the skeleton; by default the page size, at most 10. */
  skeletonRows?: number;
}

const noRows: never[] = [];

/** Classes of a cell in the card that replaces its row below 600 px. */
const cardClasses: Record<CardPlace, string> = {
  title: 'max-sm:order-1 max-sm:col-start-1 max-sm:font-medium',
  amount: 'max-sm:order-2 max-sm:col-start-2 max-sm:pl-4 max-sm:text-right max-sm:font-medium',
  actions:
    'max-sm:order-2 max-sm:col-start-3 max-sm:row-span-2 max-sm:row-start-1 max-sm:-mt-1.5 max-sm:-mr-2 max-sm:pl-1',
  status: 'max-sm:order-3 max-sm:col-start-1 max-sm:pt-1.5',
  date: 'max-sm:order-4 max-sm:col-start-2 max-sm:pt-2 max-sm:pl-4 max-sm:text-right',
  none: 'max-sm:hidden',
};
const lineClasses = 'max-sm:order-5 max-sm:col-span-full max-sm:flex max-sm:justify-between max-sm:gap-4 max-sm:pt-1.5';

/** @param isWide whether no amount is beside the title */
function cellClasses(meta: ColumnMeta | undefined, isWide: boolean): string {
  return cn(
    'px-4 py-2 max-sm:px-0 max-sm:py-0',
    meta?.align === 'end' && 'text-right tabular-nums',
    meta?.card && 'sm:whitespace-nowrap',
    meta?.truncate && 'sm:w-full sm:max-w-0 sm:truncate',
    // A long name must not hide the other columns.
    meta?.card === 'title' && 'sm:max-w-56 sm:truncate lg:max-w-96 max-sm:min-w-0 max-sm:wrap-anywhere',
    meta?.isSecondary && 'sm:max-lg:hidden',
    meta?.card ? cardClasses[meta.card] : lineClasses,
    isWide && meta?.card === 'title' && 'max-sm:col-end-3',
  );
}

type ListTable<Row extends RowData> = ReturnType<typeof useListTable<Row>>;

type TableHeaders<Row extends RowData> = ReturnType<ListTable<Row>['getHeaderGroups']>[number]['headers'];

const columnMeta = (column: { columnDef: { meta?: unknown } }) => column.columnDef.meta as ColumnMeta | undefined;

/** The rows of one page. The server sorts them; a press on a header requests another order. */
function useListTable<Row extends RowData>({
  columns,
  query,
  rowId,
  search,
  onSearchChange,
}: Pick<DataTableProps<Row>, 'columns' | 'query' | 'rowId' | 'search' | 'onSearchChange'>) {
  const sorting = useMemo(() => (search ? [{ id: search.sortField, desc: search.order === 'desc' }] : []), [search]);
  return useTable({
    features: dataTableFeatures,
    columns: columns as ColumnDef<typeof dataTableFeatures, Row>[],
    data: (query.data?.items ?? noRows) as Row[],
    getRowId: rowId,
    manualSorting: true,
    enableSortingRemoval: false,
    enableMultiSort: false,
    state: { sorting },
    onSortingChange: (update) => {
      const [next] = typeof update === 'function' ? update(sorting) : update;
      if (next) onSearchChange?.({ sortField: next.id, order: next.desc ? 'desc' : 'asc', page: 1 });
    },
  });
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
      <div className={cn('relative overflow-x-auto', query.isPlaceholderData && 'reloading')}>
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

interface HeaderCellProps<Row extends RowData> {
  table: ListTable<Row>;
  header: TableHeaders<Row>[number];
  /** Whether the list can be sorted. */
  isSorted: boolean;
}

/** A column's header; a button if the server can sort by the column. */
function HeaderCell<Row extends RowData>({ table, header, isSorted }: HeaderCellProps<Row>) {
  const meta = columnMeta(header.column);
  const canSort = isSorted && header.column.getCanSort();
  const sorted = canSort && header.column.getIsSorted();
  const SortIcon = sorted === 'asc' ? ArrowUp : sorted === 'desc' ? ArrowDown : ArrowUpDown;
  return (
    <th
      role="columnheader"
      scope="col"
      aria-sort={sorted === 'asc' ? 'ascending' : sorted === 'desc' ? 'descending' : undefined}
      className={cn(
        'h-10 px-4 text-left text-sm font-medium whitespace-nowrap text-muted',
        meta?.align === 'end' && 'text-right',
        meta?.truncate && 'sm:min-w-36',
        meta?.isSecondary && 'sm:max-lg:hidden',
        meta?.className,
      )}
    >
      {canSort ? (
        <button
          type="button"
          className="inline-flex items-center gap-1.5 rounded hover:text-ink"
          onClick={header.column.getToggleSortingHandler()}
        >
          <table.FlexRender header={header} />
          <SortIcon aria-hidden="true" className={cn('size-3.5', sorted && 'text-ink')} />
        </button>
      ) : (
        <table.FlexRender header={header} />
      )}
    </th>
  );
}

interface SkeletonRowsProps<Row extends RowData> {
  count: number;
  headers: TableHeaders<Row>;
  isWide: boolean;
}

function SkeletonRows<Row extends RowData>({ count, headers, isWide }: SkeletonRowsProps<Row>) {
  return Array.from({ length: count }, (_, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: placeholder rows are all alike
    <tr key={index} role="row" className={rowClasses}>
      {headers.map((header) => {
        const meta = columnMeta(header.column);
        return (
          <td key={header.id} role="cell" className={cn(cellClasses(meta, isWide), 'sm:h-12')}>
            <Skeleton className={cn(meta?.skeleton ?? 'w-24', 'max-w-full', meta?.align === 'end' && 'ml-auto')} />
          </td>
        );
      })}
    </tr>
  ));
}

interface RowsProps<Row extends RowData> {
  table: ListTable<Row>;
  isWide: boolean;
  renderOpened: DataTableProps<Row>['renderOpened'];
}

function Rows<Row extends RowData>({ table, isWide, renderOpened }: RowsProps<Row>) {
  return table.getRowModel().rows.map((row) => {
    const opened = renderOpened?.(row.original) ?? null;
    const cells = row.getAllCells();
    return (
      <Fragment key={row.id}>
        <tr
          role="row"
          className={cn(rowClasses, 'group hover:bg-surface-hover', opened && 'border-b-0 bg-surface-hover')}
        >
          {cells.map((cell) => {
            const meta = columnMeta(cell.column);
            const header = cell.column.columnDef.header;
            return (
              <td
                key={cell.id}
                role="cell"
                className={cn(cellClasses(meta, isWide), 'sm:h-12')}
                onMouseEnter={sayWhole}
              >
                {!meta?.card && typeof header === 'string' && (
                  <span aria-hidden="true" className="text-muted sm:hidden">
                    {header}
                  </span>
                )}
                <table.FlexRender cell={cell} />
              </td>
            );
          })}
        </tr>
        {opened && (
          <tr role="row" className="border-b border-line bg-surface-hover last:border-b-0 max-sm:block">
            <td role="cell" colSpan={cells.length} className="px-4 pb-4 max-sm:block">
              {opened}
            </td>
          </tr>
        )}
      </Fragment>
    );
  });
}

/** Shows a truncated text in a tooltip. */
function sayWhole({ currentTarget: cell }: MouseEvent<HTMLTableCellElement>): void {
  const isCut = [cell, ...cell.querySelectorAll<HTMLElement>('*')].some(
    ({ scrollWidth, clientWidth }) => clientWidth > 0 && scrollWidth > clientWidth + 1,
  );
  if (isCut) cell.title = cell.innerText;
  else cell.removeAttribute('title');
}

const rowClasses =
  'border-b border-line last:border-b-0 max-sm:grid max-sm:grid-cols-[minmax(0,1fr)_auto_auto] max-sm:px-4 max-sm:py-3.5';

/** The header of a column of buttons, for screen readers only. */
export function ActionsHeader() {
  return (
    <span className="sr-only">
      <Trans>Actions</Trans>
    </span>
  );
}
