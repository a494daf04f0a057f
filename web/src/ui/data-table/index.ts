export { columnsFor } from './columns.ts';
export { ActionsHeader, DataTable, type ListAnswer } from './data-table.tsx';
export type { FilteredListSearch, ListSearch } from './search.ts';
