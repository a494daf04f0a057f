import { useQuery } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';

/** The data of the operators' home page (OPR-6). */
export function useCockpit() {
  return useQuery({
    queryKey: ['cockpit'],
    queryFn: ({ signal }) => api('GET /api/Operator/Cockpit', { signal }),
  });
}
