import type { InvoiceRow } from '@portico/contract';
import type { ListSearch } from '../../../ui/data-table/search.ts';
import { type DateRange, momentAfter } from '../../../ui/date-range/range.ts';

interface Filters {
  /** A part of the number, product or description. */
  text: string | undefined;
  status: InvoiceRow['status'] | undefined;
  productId: string | undefined;
  /** The first and the last minute of a range, ISO 8601 in UTC; both or none. */
  from: string | undefined;
  to: string | undefined;
}

export type InvoiceSearch = ListSearch<'created' | 'dueDate' | 'number' | 'status' | 'total'> & Filters;

export const noFilters: Filters = {
  text: undefined,
  status: undefined,
  productId: undefined,
  from: undefined,
  to: undefined,
};

/** A range of dates for the API, which excludes its end (INV-20). */
export function toCreatedRange(range: DateRange | undefined): { createdFrom?: string; createdBefore?: string } {
  if (!range) return {};
  return { createdFrom: range.start.toISOString(), createdBefore: momentAfter(range).toISOString() };
}
