import { listSearch } from '../../ui/data-table/search.ts';

/** A list of invoices: 10 rows a page, newest first (UI-16, INV-4). */
export const invoiceSearch = listSearch(['created', 'dueDate', 'number', 'status', 'total'], {
  sortField: 'created',
  order: 'desc',
});
