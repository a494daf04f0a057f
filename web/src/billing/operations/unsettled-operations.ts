import type { LiveOperation } from '@portico/contract';
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { can } from '../../lib/permissions.ts';

/** Milliseconds between two polls while anything is pending. */
const lookInterval = 3000;

interface LiveOperations {
  readonly items: readonly LiveOperation[];
}

const queryKey = ['operations', 'live'] as const;

/** Refetches the data that a settled operation changed: everything except a purchase's own figures and this list. */
function refreshWhatItChanged(queryClient: QueryClient): void {
  void queryClient.invalidateQueries({
    predicate: ({ queryKey: [subject] }) => subject !== queryKey[0] && subject !== 'purchase',
  });
}

const unsettledOperationsQuery = queryOptions({
  queryKey,
  queryFn: async ({ signal, client }): Promise<LiveOperations> => {
    const before = client.getQueryData<LiveOperations>(queryKey)?.items ?? [];
    const now = await api('GET /api/Billing/Operations', { signal });
    const isLive = new Set(now.items.map(({ id }) => id));
    if (before.some(({ id }) => !isLive.has(id))) refreshWhatItChanged(client);
    return now;
  },
  // Another window or another user of the account may have started an operation.
  staleTime: 0,
  refetchInterval: ({ state }) => (state.data?.items.length ? lookInterval : false),
});

/** The account's unsettled operations, polled until each is settled; none for users who may not see billing (OPS-9). */
function useUnsettledOperations(): readonly LiveOperation[] {
  return useQuery({ ...unsettledOperationsQuery, enabled: can('operations.view') }).data?.items ?? [];
}

/** An unsettled operation about a product. */
export type ProductOperation = LiveOperation & { readonly productId: string };

const isOfProduct = (operation: LiveOperation): operation is ProductOperation => operation.productId !== null;

/** The unsettled operations of the account's products. */
export const useProductOperations = (): readonly ProductOperation[] => useUnsettledOperations().filter(isOfProduct);

/** The unsettled operation of a product; undefined if none. */
export function useProductOperation(productId: string): ProductOperation | undefined {
  const wanted = productId.toLowerCase();
  return useProductOperations().find((operation) => operation.productId === wanted);
}

/** The products with an unsettled operation. */
export function useUnsettledProducts(): ReadonlySet<string> {
  return new Set(useProductOperations().map(({ productId }) => productId));
}

/** Whether a change of the account's saved cards is pending. */
export const useAreCardsUnsettled = (): boolean => useUnsettledOperations().some(({ kind }) => kind === 'card');
