import type { Order } from '@portico/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api, buildUrl, type QueryOf } from '../../lib/api.ts';

/** The prefix of all query keys of orders, which are invalidated together. */
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

/** The address of the same list as a CSV file, starting at its first page. */
export function ordersReportAddress({ sortField, order, status, textFilter }: OrderQuery): string {
  return buildUrl(
    '/Reports/OrdersReport',
    {},
    { format: 'csv', sortField, order, status, textFilter: textFilter || undefined },
  );
}

/** One order. Sends no request if the address has no id. */
export function useOrder(id: number) {
  return useQuery({
    queryKey: [...ordersKey, 'one', id],
    queryFn: ({ signal }) => api('GET /api/Orders/{id}', { params: { id }, signal }),
    enabled: Number.isSafeInteger(id) && id > 0,
  });
}

/** The licensed features of a product of an order. */
export function useOrderFeatures(id: number, productId: string) {
  return useQuery({
    queryKey: [...ordersKey, 'features', id, productId],
    queryFn: ({ signal }) => api('GET /api/Orders/{id}/{productId}/Features', { params: { id, productId }, signal }),
  });
}
