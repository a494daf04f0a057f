import { useQuery } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';

/** What the operators' home shows (OPR-6). */
export function useCockpit() {
  return useQuery({
    queryKey: ['cockpit'],
    queryFn: ({ signal }) => api('GET /api/Operator/Cockpit', { signal }),
  });
}
