import type { SearchSchemaInput } from '@tanstack/react-router';
import { listSearch, productSearch } from '../../ui/data-table/search.ts';

/** A list of invoices: 10 rows a page, newest first (UI-16, INV-4). */
export const invoiceSearch = listSearch(['created', 'dueDate', 'number', 'status', 'total'], {
  sortField: 'created',
  order: 'desc',
});

interface BillingSearch {
  product?: string | undefined;
  tab?: 'spending' | undefined;
}

/** The tab of the billing page, and the product whose trial is offered after its questions were answered (TRL-10). */
export function billingSearch({ tab, ...search }: BillingSearch & SearchSchemaInput): BillingSearch {
  return { ...productSearch(search), tab: tab === 'spending' ? tab : undefined };
}
