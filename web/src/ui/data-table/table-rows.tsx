// biome-ignore-all lint/a11y/noRedundantRoles: the narrow layout's `display` takes the table's own roles away in some browsers
import type { RowData } from '@tanstack/react-table';
import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react';
import { Fragment, type MouseEvent, type ReactNode } from 'react';
import { cn } from '../../lib/cn.ts';
import { Skeleton } from '../skeleton.tsx';
import type { CardPlace, ColumnMeta } from './columns.ts';
import type { ListTable } from './use-list-table.ts';

type TableHeaders<Row extends RowData> = ReturnType<ListTable<Row>['getHeaderGroups']>[number]['headers'];

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

/** @param isWide whether the title has the whole width, because no amount is beside it */
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

const rowClasses =
  'border-b border-line last:border-b-0 max-sm:grid max-sm:grid-cols-[minmax(0,1fr)_auto_auto] max-sm:px-4 max-sm:py-3.5';

export const columnMeta = (column: { columnDef: { meta?: unknown } }) =>
  column.columnDef.meta as ColumnMeta | undefined;

interface HeaderCellProps<Row extends RowData> {
  table: ListTable<Row>;
  header: TableHeaders<Row>[number];
  /** Whether the list can be sorted. */
  isSorted: boolean;
}

/** A column's header; a button if the server can sort by the column. */
export function HeaderCell<Row extends RowData>({ table, header, isSorted }: HeaderCellProps<Row>) {
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

export function SkeletonRows<Row extends RowData>({ count, headers, isWide }: SkeletonRowsProps<Row>) {
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
  /** The content below an expanded row; null for a collapsed one. */
  renderOpened: ((row: Row) => ReactNode) | undefined;
}

export function Rows<Row extends RowData>({ table, isWide, renderOpened }: RowsProps<Row>) {
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
                onMouseEnter={showWholeText}
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
function showWholeText({ currentTarget: cell }: MouseEvent<HTMLTableCellElement>): void {
  const isCut = [cell, ...cell.querySelectorAll<HTMLElement>('*')].some(
    ({ scrollWidth, clientWidth }) => clientWidth > 0 && scrollWidth > clientWidth + 1,
  );
  if (isCut) cell.title = cell.innerText;
  else cell.removeAttribute('title');
}
