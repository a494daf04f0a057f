import { createColumnHelper, metaHelper, type RowData, rowSortingFeature, tableFeatures } from '@tanstack/react-table';

/** What a cell becomes in the card that a row is below 600 px. Cells without a place are shown as `label: value` lines; `none` leaves one out. */
export type CardPlace = 'title' | 'actions' | 'status' | 'date' | 'amount' | 'none';

export interface ColumnMeta {
  align?: 'start' | 'end';
  card?: CardPlace;
  /** Width classes of the column on wide screens. */
  className?: string;
  /** Width of the skeleton bar while loading. */
  skeleton?: string;
  /** Takes the room that is left and is cut with an ellipsis. For one column of free text: so every row keeps its height. */
  truncate?: boolean;
  /** Left out of the table between 600 and 1200 px, where room is short. */
  isSecondary?: boolean;
}

/** Sorting and paging are the server's: the table only shows and asks for them. */
export const dataTableFeatures = tableFeatures({ rowSortingFeature, columnMeta: metaHelper<ColumnMeta>() });

/**
 * Makes a list's columns. A column that the server can sort by has that field's name as its `id`; the others set `enableSorting: false`.
 * Make them once (`useMemo` or module scope), or the table renders all its rows anew each time.
 */
export function columnsFor<Row extends RowData>() {
  return createColumnHelper<typeof dataTableFeatures, Row>();
}
