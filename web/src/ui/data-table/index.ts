export { ActionsHeader } from './actions-header.tsx';
export { columnsFor } from './columns.ts';
export { DataTable, type ListAnswer } from './data-table.tsx';
export type { FilteredListSearch, ListSearch } from './search.ts';
