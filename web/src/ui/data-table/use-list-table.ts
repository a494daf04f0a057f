import type { UseQueryResult } from '@tanstack/react-query';
import { type ColumnDef, type RowData, useTable } from '@tanstack/react-table';
import { useMemo } from 'react';
import { dataTableFeatures } from './columns.ts';
import type { ListSearch } from './search.ts';

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

export interface ListTableOptions<Row extends RowData> {
  columns: Columns<Row> | ColumnDef<typeof dataTableFeatures, Row, never>[];
  /** To keep the previous page visible: `placeholderData: keepPreviousData`. */
  query: Pick<
    UseQueryResult<ListAnswer<Row>>,
    'data' | 'error' | 'isPending' | 'isFetching' | 'isPlaceholderData' | 'refetch'
  >;
  rowId: (row: Row) => string;
  /**
   * The list's sorting and page, from the route's search. Omitted for a short list that is neither sorted nor paged.
   */
  search?: ListSearch;
  onSearchChange?: (change: Partial<ListSearch>) => void;
}

const noRows: never[] = [];

export type ListTable<Row extends RowData> = ReturnType<typeof useListTable<Row>>;

/** The rows of one page. The server sorts them; a press on a header requests another order. */
export function useListTable<Row extends RowData>({
  columns,
  query,
  rowId,
  search,
  onSearchChange,
}: ListTableOptions<Row>) {
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
