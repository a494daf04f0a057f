import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';

/** The data of the operators' home page (OPR-6). */
export function useCockpit() {
  return useQuery({
    queryKey: ['cockpit'],
    queryFn: ({ signal }) => api('GET /api/Operator/Cockpit', { signal }),
  });
}

/** Settles an issue at Stripe: with the chosen price plan, or dismissed for null (OPR-12). */
export function useSettleIssue() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, pricePlanId }: { id: number; pricePlanId: string | null }) =>
      pricePlanId === null
        ? api('POST /api/Operator/StripeIssues/{id}/Dismiss', { params: { id }, body: {} })
        : api('POST /api/Operator/StripeIssues/{id}/Plan', { params: { id }, body: { pricePlanId } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['cockpit'] }),
  });
}
