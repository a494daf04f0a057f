import { createColumnHelper, metaHelper, type RowData, rowSortingFeature, tableFeatures } from '@tanstack/react-table';

/**
 * The position of a cell in the card that replaces a row below 600 px. Cells without a position appear as `label:
 * value` lines; `none` omits the cell.
 */
export type CardPlace = 'title' | 'actions' | 'status' | 'date' | 'amount' | 'none';

export interface ColumnMeta {
  align?: 'start' | 'end';
  card?: CardPlace;
  /** Width classes of the column on wide screens. */
  className?: string;
  /** Width of the skeleton bar during loading. */
  skeleton?: string;
  /** Takes the remaining width and is truncated, for one column of free text, so that every row has the same height. */
  truncate?: boolean;
  /** Omitted between 600 and 1200 px. */
  isSecondary?: boolean;
}

/** The server sorts and pages; the table only requests it. */
export const dataTableFeatures = tableFeatures({ rowSortingFeature, columnMeta: metaHelper<ColumnMeta>() });

/**
 * Creates a list's columns. A sortable column has the server's field as its `id`; others set `enableSorting: false`.
 * Create them once (`useMemo` or module scope), or the table renders all rows again each time.
 */
export function columnsFor<Row extends RowData>() {
  return createColumnHelper<typeof dataTableFeatures, Row>();
}
