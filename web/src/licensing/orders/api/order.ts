import { useQuery } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { ordersKey } from './list-orders.ts';

/** One order; nothing is asked where the address holds no id. */
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
