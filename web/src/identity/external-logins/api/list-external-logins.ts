import { useQuery } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';

/** The user's logins elsewhere, and those that could be connected. */
export function useExternalLogins() {
  return useQuery({
    queryKey: ['external-logins', 'list'],
    queryFn: ({ signal }) => api('GET /api/ExternalLogins', { signal }),
  });
}
