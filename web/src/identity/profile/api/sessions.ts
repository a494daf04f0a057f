import { useLingui } from '@lingui/react/macro';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, type QueryOf } from '../../../lib/api.ts';
import { notify } from '../../../lib/notify.tsx';
import { profileKey } from './profile.ts';

const sessionsKey = [...profileKey, 'sessions'] as const;

/** The user's open sessions. */
export function useSessions() {
  return useQuery({
    queryKey: sessionsKey,
    queryFn: async ({ signal }) => {
      const { items } = await api('GET /api/profile/Sessions', { signal });
      return { items, total: items.length, totalPages: 1 };
    },
    staleTime: 0,
  });
}

/** Ends one session. */
export function useEndSession() {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api('DELETE /api/profile/Sessions/{id}', { params: { id } }),
    onSuccess: () => notify.success(t`The session was ended`),
    // Also where it was over already: it is gone then.
    onSettled: () => queryClient.invalidateQueries({ queryKey: sessionsKey }),
  });
}

/** Ends all sessions but this one. The dialog shows failures. */
export function useEndOtherSessions() {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => api('POST /api/profile/EndOtherSessions', { body: {} }),
    meta: { showsErrors: true },
    onSuccess: () => {
      notify.success(t`All other sessions were ended`);
      return queryClient.invalidateQueries({ queryKey: sessionsKey });
    },
  });
}

/** What happened in the user's name, the newest first. */
export function useActivity(query: NonNullable<QueryOf<'GET /api/profile/Activity'>>) {
  return useQuery({
    queryKey: [...profileKey, 'activity', query],
    queryFn: ({ signal }) => api('GET /api/profile/Activity', { query, signal }),
    placeholderData: keepPreviousData,
  });
}
