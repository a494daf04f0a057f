import type { SearchMiddleware } from '@tanstack/react-router';
import { filteredListSearch, type ListSearch, listSearch } from '../ui/data-table/search.ts';

/** 10 rows a page, newest first (UI-16, INV-4). */
export const invoiceSearch = listSearch(['created', 'dueDate', 'number', 'status', 'total'], {
  sortField: 'created',
  order: 'desc',
});

export const subscriptionSearch = listSearch(['startDate', 'productName', 'status', 'expirationDate'], {
  sortField: 'startDate',
  order: 'desc',
});

export const userSearch = filteredListSearch(['login', 'email', 'firstName', 'lastName', 'lastLoginDate'], {
  sortField: 'login',
  order: 'asc',
});

/** What stands in the address of a list: only what differs from the defaults. */
export function withoutDefaults<Search extends ListSearch>(
  read: (search: Record<string, unknown>) => Search,
): { middlewares: SearchMiddleware<Search>[] } {
  const defaults = new Map<string, unknown>(Object.entries(read({})));
  return {
    middlewares: [
      ({ search, next }) =>
        Object.fromEntries(
          Object.entries(next(search)).filter(([name, value]) => value !== defaults.get(name)),
        ) as unknown as Search,
    ],
  };
}
