import type { LiveOperation } from '@portico/contract';
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { can } from '../../lib/permissions.ts';

/** Milliseconds between two looks while anything is being confirmed. */
const lookInterval = 3000;

interface LiveOperations {
  readonly items: readonly LiveOperation[];
}

const queryKey = ['operations', 'live'] as const;

/** What a settled operation changed is asked for anew: everything but a purchase's own figures, and but this list, which has just come. */
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
  // Another window, or somebody else of the account, may have begun one.
  staleTime: 0,
  refetchInterval: ({ state }) => (state.data?.items.length ? lookInterval : false),
});

/** The account's changes whose outcome is not known yet, looked at again until each is settled; none to those who may not see billing (OPS-9). */
function useUnsettledOperations(): readonly LiveOperation[] {
  return useQuery({ ...unsettledOperationsQuery, enabled: can('operations.view') }).data?.items ?? [];
}

/** A live operation that is about a product. */
export type ProductOperation = LiveOperation & { readonly productId: string };

const isOfProduct = (operation: LiveOperation): operation is ProductOperation => operation.productId !== null;

/** What is being confirmed of the account's products. */
export const useProductOperations = (): readonly ProductOperation[] => useUnsettledOperations().filter(isOfProduct);

/** What is being confirmed of a product; undefined while nothing is. */
export function useProductOperation(productId: string): ProductOperation | undefined {
  const wanted = productId.toLowerCase();
  return useProductOperations().find((operation) => operation.productId === wanted);
}

/** The products of which something is being confirmed. */
export function useUnsettledProducts(): ReadonlySet<string> {
  return new Set(useProductOperations().map(({ productId }) => productId));
}

/** Whether a change of the account's saved cards is being confirmed. */
export const useAreCardsUnsettled = (): boolean => useUnsettledOperations().some(({ kind }) => kind === 'card');
