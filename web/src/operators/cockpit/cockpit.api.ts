import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';

const cockpitKey = ['cockpit'] as const;

/** The data of the operators' home page (OPR-6). */
export function useCockpit() {
  return useQuery({
    queryKey: cockpitKey,
    queryFn: ({ signal }) => api('GET /api/Operator/Cockpit', { signal }),
  });
}

/** How an issue at Stripe is settled: by the price plan with this id, by correcting Stripe, or by dismissing it. */
type Settlement = { id: number; by: 'correct' | 'dismiss' | { pricePlanId: string } };

/** Settles an issue at Stripe (OPR-12). */
export function useSettleIssue() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, by }: Settlement) => {
      const params = { id };
      if (by === 'dismiss') return api('POST /api/Operator/StripeIssues/{id}/Dismiss', { params, body: {} });
      if (by === 'correct') return api('POST /api/Operator/StripeIssues/{id}/Correct', { params, body: {} });
      return api('POST /api/Operator/StripeIssues/{id}/Plan', { params, body: by });
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: cockpitKey }),
  });
}
