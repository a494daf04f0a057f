import type { SearchSchemaInput } from '@tanstack/react-router';
import { listSearch, productSearch, textSearch } from '../../ui/data-table/search.ts';

/** A list of invoices: 10 rows a page, newest first (UI-16, INV-4). */
export const invoiceSearch = listSearch(['created', 'dueDate', 'number', 'status', 'total'], {
  sortField: 'created',
  order: 'desc',
});

interface BillingSearch {
  product?: string | undefined;
  tab?: 'spending' | undefined;
  /** The saved card whose replacement opens over the page. */
  replaceCard?: string | undefined;
}

/** The billing page's tab, a card to replace, and the product whose trial is offered after its questions (TRL-10). */
export function billingSearch({ tab, replaceCard, ...search }: BillingSearch & SearchSchemaInput): BillingSearch {
  return {
    ...productSearch(search),
    tab: tab === 'spending' ? tab : undefined,
    replaceCard: textSearch(replaceCard),
  };
}
