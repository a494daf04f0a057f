import { useLingui } from '@lingui/react/macro';
import type { ManualOrder, ManualOrderDetails } from '@portico/contract';
import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, type QueryOf } from '../../../lib/api.ts';
import { refetchAfterConflict } from '../../../lib/form.ts';
import { notify } from '../../../lib/notify.tsx';
import { ordersKey } from '../orders.api.ts';

/** The manual orders of all accounts. */
export function useManualOrders(query: QueryOf<'GET /api/Operator/Orders'>) {
  return useQuery({
    queryKey: [...ordersKey, 'manual', 'list', query],
    queryFn: ({ signal }) => api('GET /api/Operator/Orders', { query, signal }),
    placeholderData: keepPreviousData,
  });
}

const manualOrderQuery = (id: number) =>
  queryOptions({
    queryKey: [...ordersKey, 'manual', 'one', id],
    queryFn: ({ signal }) => api('GET /api/Operator/Orders/{id}', { params: { id }, signal }),
  });

/** One manual order; sends no request if the address has no valid id. */
export function useManualOrder(id: number) {
  return useQuery({ ...manualOrderQuery(id), enabled: Number.isSafeInteger(id) && id > 0 });
}

/** Shows the changed order immediately, and refetches every list of orders. */
function useStoreOrder() {
  const queryClient = useQueryClient();
  return async (order: ManualOrder): Promise<void> => {
    await queryClient.invalidateQueries({ queryKey: ordersKey, refetchType: 'none' });
    queryClient.setQueryData(manualOrderQuery(order.id).queryKey, order);
  };
}

/** Enters a draft. The form shows failures. */
export function useCreateManualOrder() {
  const { t } = useLingui();
  const keep = useStoreOrder();
  return useMutation({
    mutationFn: (body: ManualOrderDetails & { accountId: number }) => api('POST /api/Operator/Orders', { body }),
    meta: { showsErrors: true },
    onSuccess: (order) => {
      notify.success(t`The draft was created`);
      return keep(order);
    },
  });
}

/** Saves an order's details. The form shows failures. */
export function useSaveManualOrder(id: number) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const keep = useStoreOrder();
  return useMutation({
    mutationFn: (body: ManualOrderDetails & { revision: string }) =>
      api('POST /api/Operator/Orders/{id}', { params: { id }, body }),
    meta: { showsErrors: true },
    onError: (error) => refetchAfterConflict(queryClient, error, ordersKey),
    onSuccess: (order) => {
      notify.success(t`Saved`);
      return keep(order);
    },
  });
}

export type ManualAction = 'Activate' | 'MarkPaid' | 'Cancel';

/** Activates an order, marks it as paid or cancels it. The dialog shows failures. */
export function useManualAction(id: number) {
  const { t } = useLingui();
  const keep = useStoreOrder();
  const done: Record<ManualAction, string> = {
    Activate: t`The order is active`,
    MarkPaid: t`The order was marked as paid`,
    Cancel: t`The order was canceled`,
  };
  return useMutation({
    mutationFn: (action: ManualAction) => api(`POST /api/Operator/Orders/{id}/${action}`, { params: { id } }),
    meta: { showsErrors: true },
    onSuccess: (order, action) => {
      notify.success(done[action]);
      return keep(order);
    },
  });
}

/** The licensed products that can be sold. */
export function useLicensedProducts() {
  return useQuery({
    queryKey: [...ordersKey, 'manual', 'products'],
    queryFn: ({ signal }) => api('GET /api/Products/List', { signal }),
    select: ({ items }) => items.filter(({ licensingType }) => licensingType !== 'None'),
  });
}

/** The plans of a product. */
export function useSoldPlans(productId: string) {
  return useQuery({
    queryKey: [...ordersKey, 'manual', 'plans', productId],
    queryFn: ({ signal }) => api('GET /api/Products/{id}/Plans', { params: { id: productId }, signal }),
    enabled: productId !== '',
    select: ({ items }) => items,
  });
}
