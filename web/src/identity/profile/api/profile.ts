import { useLingui } from '@lingui/react/macro';
import type { Profile, ProfileInput } from '@portico/contract';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { withConfirmation } from '../../../lib/confirmation.ts';
import { notify } from '../../../lib/notify.tsx';

export const profileKey = ['profile'] as const;

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
  return useMutation({
    mutationFn: (body: ProfileInput) => withConfirmation(() => api('POST /api/profile', { body })),
    meta: { showsErrors: true },
    onSuccess: (saved) => {
      take(saved);
      notify.success(t`Saved`);
    },
  });
}

/** Gives the change of the e-mail address up. */
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

/** Confirms with the password that it is the user. The dialog shows failures. */
export function useConfirmWithPassword() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (password: string) => api('POST /api/profile/Confirm', { body: { password } }),
    meta: { showsErrors: true },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: profileQuery.queryKey }),
  });
}
