import { useQuery } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';

/** Milliseconds between two requests. */
const interval = 60_000;

/** The installation's health (OPR-7). */
export function useHealth() {
  return useQuery({
    queryKey: ['health'],
    queryFn: ({ signal }) => api('GET /api/Operator/Health', { signal }),
    refetchInterval: interval,
  });
}
