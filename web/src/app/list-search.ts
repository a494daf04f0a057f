import { listSearch } from '../ui/data-table/search.ts';

/** Spec 1 §9: page size 10, invoices by creation descending. */
export const invoiceSearch = listSearch(['created', 'dueDate', 'number', 'status', 'total'], {
  sortField: 'created',
  order: 'desc',
});

export const subscriptionSearch = listSearch(['startDate', 'productName', 'status', 'expirationDate'], {
  sortField: 'startDate',
  order: 'desc',
});
