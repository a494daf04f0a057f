import { useQuery } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';

/** Milliseconds after which it is asked again. */
const interval = 60_000;

/** How the installation runs (OPR-7). */
export function useHealth() {
  return useQuery({
    queryKey: ['health'],
    queryFn: ({ signal }) => api('GET /api/Operator/Health', { signal }),
    refetchInterval: interval,
  });
}
