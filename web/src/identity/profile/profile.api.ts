import { useLingui } from '@lingui/react/macro';
import type { Profile, ProfileInput } from '@portico/contract';
import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, type QueryOf } from '../../lib/api.ts';
import { withConfirmation } from '../../lib/confirmation.ts';
import { refetchAfterConflict } from '../../lib/form.ts';
import { notify } from '../../lib/notify.tsx';

const profileKey = ['profile'] as const;

const profileQuery = queryOptions({
  queryKey: [...profileKey, 'own'],
  queryFn: ({ signal }) => api('GET /api/profile', { signal }),
});

/** The user's own details. */
export function useProfile() {
  return useQuery(profileQuery);
}

function useTakeProfile() {
  const queryClient = useQueryClient();
  return (profile: Profile) => queryClient.setQueryData(profileQuery.queryKey, profile);
}

/** Saves the user's own details. The form shows failures. */
export function useSaveProfile() {
  const { t } = useLingui();
  const take = useTakeProfile();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: ProfileInput) => withConfirmation(() => api('POST /api/profile', { body })),
    meta: { showsErrors: true },
    onError: (error) => refetchAfterConflict(queryClient, error, profileKey),
    onSuccess: (saved) => {
      take(saved);
      notify.success(t`Saved`);
    },
  });
}

/** Cancels the change of the email address. */
export function useCancelEmailChange() {
  const { t } = useLingui();
  const take = useTakeProfile();
  return useMutation({
    mutationFn: () => api('DELETE /api/profile/PendingEmail'),
    onSuccess: (saved) => {
      take(saved);
      notify.success(t`Your address stays as it is`);
    },
  });
}

/** Changes the password. The dialog shows failures. */
export function useChangePassword() {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const take = useTakeProfile();
  return useMutation({
    mutationFn: (body: { newPassword: string; newPasswordConfirmation: string }) =>
      withConfirmation(() => api('POST /api/profile/changePassword', { body })),
    meta: { showsErrors: true },
    onSuccess: (saved) => {
      take(saved);
      notify.success(t`Your password was changed, and all your other sessions have ended`);
      return queryClient.invalidateQueries({ queryKey: profileKey });
    },
  });
}

/** Confirms the user with the password. The dialog shows failures. */
export function useConfirmWithPassword() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (password: string) => api('POST /api/profile/Confirm', { body: { password } }),
    meta: { showsErrors: true },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: profileQuery.queryKey }),
  });
}

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
    mutationFn: (id: string) => withConfirmation(() => api('DELETE /api/profile/Sessions/{id}', { params: { id } })),
    onSuccess: () => notify.success(t`The session was ended`),
    // Also refetches after a failure, because the session may have ended already.
    onSettled: () => queryClient.invalidateQueries({ queryKey: sessionsKey }),
  });
}

/** Ends all sessions except this one. The dialog shows failures. */
export function useEndOtherSessions() {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => withConfirmation(() => api('POST /api/profile/EndOtherSessions', { body: {} })),
    meta: { showsErrors: true },
    onSuccess: () => {
      notify.success(t`All other sessions were ended`);
      return queryClient.invalidateQueries({ queryKey: sessionsKey });
    },
  });
}

/** The events in the user's name, newest first. */
export function useActivity(query: NonNullable<QueryOf<'GET /api/profile/Activity'>>) {
  return useQuery({
    queryKey: [...profileKey, 'activity', query],
    queryFn: ({ signal }) => api('GET /api/profile/Activity', { query, signal }),
    placeholderData: keepPreviousData,
  });
}
