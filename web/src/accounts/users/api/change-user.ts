import { useLingui } from '@lingui/react/macro';
import type { NewUserInput, UserWithProducts } from '@portico/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { withConfirmation } from '../../../lib/confirmation.ts';
import { notify } from '../../../lib/notify.tsx';
import { usersKey } from './list-users.ts';
import { userQuery } from './user.ts';

/** Shows the saved user at once, and has lists read again. */
function useKeepUser(id: number) {
  const queryClient = useQueryClient();
  return (saved: UserWithProducts) => {
    queryClient.setQueryData(userQuery(id).queryKey, saved);
    return queryClient.invalidateQueries({ queryKey: usersKey });
  };
}

/** Adds a user. The dialog shows failures. */
export function useAddUser() {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: NewUserInput) => api('POST /api/User/', { body }),
    meta: { showsErrors: true },
    onSuccess: () => {
      notify.success(t`User created`);
      return queryClient.invalidateQueries({ queryKey: [...usersKey, 'list'] });
    },
  });
}

/** Activates or deactivates a user. The question shows failures. */
export function useChangeActivation(id: number) {
  const { t } = useLingui();
  const keep = useKeepUser(id);
  return useMutation({
    mutationFn: (active: boolean) =>
      api('POST /api/User/changeActivation/{id}', { params: { id }, query: { active: active ? 'true' : 'false' } }),
    meta: { showsErrors: true },
    onSuccess: (saved) => {
      notify.success(saved.active ? t`The user was activated` : t`The user was deactivated`);
      return keep(saved);
    },
  });
}

/** Makes a user the owner, after the password was asked for where it has to be. The question shows failures. */
export function useTransferOwnership(id: number) {
  const { t } = useLingui();
  const keep = useKeepUser(id);
  return useMutation({
    mutationFn: () => withConfirmation(() => api('POST /api/User/ChangeOwner/{id}', { params: { id } })),
    meta: { showsErrors: true },
    onSuccess: (saved) => {
      notify.success(t`The ownership was transferred`);
      return keep(saved);
    },
  });
}

/** Sets a user's password. The dialog shows failures. */
export function useSetPassword(id: number) {
  const { t } = useLingui();
  return useMutation({
    mutationFn: (body: { newPassword: string; newPasswordConfirmation: string }) =>
      withConfirmation(() => api('POST /api/User/ChangePassword/{id}', { params: { id }, body })),
    meta: { showsErrors: true },
    onSuccess: () => notify.success(t`The password was changed`),
  });
}

/** Removes a user's second factors. The question shows failures. */
export function useResetSecondFactor(id: number) {
  const { t } = useLingui();
  const keep = useKeepUser(id);
  return useMutation({
    mutationFn: () => withConfirmation(() => api('POST /api/User/ResetSecondFactor/{id}', { params: { id } })),
    meta: { showsErrors: true },
    onSuccess: (saved) => {
      notify.success(t`The second factor was reset`);
      return keep(saved);
    },
  });
}

/** Ends a user's sessions. The question shows failures. */
export function useEndUserSessions(id: number) {
  const { t } = useLingui();
  return useMutation({
    mutationFn: () => api('POST /api/User/EndSessions/{id}', { params: { id } }),
    meta: { showsErrors: true },
    onSuccess: ({ ended }) =>
      notify.success(ended === 0 ? t`The user was not signed in anywhere` : t`The user’s sessions were ended`),
  });
}
