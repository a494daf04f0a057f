import { useLingui } from '@lingui/react/macro';
import type { PlanChange, PlanInput, Publication } from '@portico/contract';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, type QueryOf } from '../../lib/api.ts';
import { notify } from '../../lib/notify.tsx';

const catalogKey = ['catalog'] as const;

/** The plans of a product, sorted and paged by the server. */
export function usePlanTable(productId: string, query: QueryOf<'GET /api/Products/{id}/Plans'>) {
  return useQuery({
    queryKey: [...catalogKey, 'plans', productId, query],
    queryFn: ({ signal }) => api('GET /api/Products/{id}/Plans', { params: { id: productId }, query, signal }),
    placeholderData: keepPreviousData,
  });
}

/** A plan and the number of accounts that have it. Loaded once per dialog. */
export function usePlanHolders(productId: string, planId: string | null) {
  return useQuery({
    queryKey: [...catalogKey, 'holders', productId, planId],
    queryFn: ({ signal }) =>
      api('GET /api/Products/{id}/Plans/{planId}/Holders', {
        params: { id: productId, planId: planId ?? '' },
        signal,
      }),
    enabled: planId !== null,
    // Other users may buy or change the plan at any time. An open dialog keeps its input.
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
}

/** Reports the result of a change: done, or pending until Stripe answers. */
function useReportPublication() {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  return ({ status }: Publication, done: string) => {
    if (status === 'published') notify.success(done);
    else if (status === 'pending')
      notify.info(t`Stripe is not responding right now. Customers will see the change once it does.`);
    else notify.error(t`The change could not be published. The catalog’s versions show the reason.`);
    return queryClient.invalidateQueries({ queryKey: catalogKey });
  };
}

/** The values to save and, for an existing plan, the version that was opened. */
export interface SavedPlan {
  input: PlanInput;
  opened: Pick<PlanChange, 'version' | 'overVersion'> | null;
}

/** Adds a plan, or saves the existing one with an id. The form shows failures. */
export function useSavePlan(productId: string, planId: string | null) {
  const { t } = useLingui();
  const report = useReportPublication();
  return useMutation({
    mutationFn: ({ input, opened }: SavedPlan): Promise<Publication> =>
      planId === null || opened === null
        ? api('POST /api/Products/{id}/Plans', { params: { id: productId }, body: input })
        : api('POST /api/Products/{id}/Plans/{planId}', {
            params: { id: productId, planId },
            body: { ...input, ...opened },
          }),
    meta: { showsErrors: true },
    onSuccess: (state) =>
      report(state, planId === null ? t`Plan has been successfully added` : t`Plan has been successfully changed`),
  });
}

/** Removes a plan from the catalog. The confirmation dialog shows failures. */
export function useRemovePlan(productId: string, planId: string) {
  const { t } = useLingui();
  const report = useReportPublication();
  return useMutation({
    mutationFn: () => api('DELETE /api/Products/{id}/Plans/{planId}', { params: { id: productId, planId } }),
    meta: { showsErrors: true },
    onSuccess: (state) => report(state, t`Plan has been successfully deleted!`),
  });
}
