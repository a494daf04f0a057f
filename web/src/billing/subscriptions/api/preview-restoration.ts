import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';

const restorationQuery = (id: number) =>
  queryOptions({
    queryKey: ['subscriptions', 'restoration', id],
    queryFn: ({ signal }) => api('GET /api/Subscription/{id}/DontCancel', { params: { id }, signal }),
    // The dialog has an answer without it, and whoever opens it waits.
    retry: false,
    // Once it is restored all subscriptions are read again, and the closing dialog would say something else. The next dialog asks anew.
    staleTime: 'static',
    gcTime: 0,
  });

/** What the next period of a canceled subscription will cost once it is restored, in cents; without data where Stripe does not answer. */
export function useRestorationPreview(id: number) {
  return useQuery(restorationQuery(id));
}
