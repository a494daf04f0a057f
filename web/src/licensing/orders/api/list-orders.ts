import type { Order } from '@portico/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api, buildUrl, type QueryOf } from '../../../lib/api.ts';

/** All that is known of orders begins so: one call refreshes it. */
export const ordersKey = ['orders'] as const;

type OrderQuery = Omit<NonNullable<QueryOf<'GET /api/Orders/List'>>, 'status'> & {
  status?: Order['status'] | undefined;
};

/** The account's orders. */
export function useOrders(query: OrderQuery) {
  return useQuery({
    queryKey: [...ordersKey, 'list', query],
    queryFn: ({ signal }) => api('GET /api/Orders/List', { query, signal }),
    placeholderData: keepPreviousData,
  });
}

/** The address of the same list as a CSV file, from its first page on. */
export function ordersReportAddress({ sortField, order, status }: OrderQuery): string {
  return buildUrl('/Reports/OrdersReport', {}, { format: 'csv', sortField, order, status });
}
