import { useLingui } from '@lingui/react/macro';
import type { GrantId, NewUserInput, UserDetails, UserWithProducts } from '@portico/contract';
import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, type QueryOf } from '../../lib/api.ts';
import type { SavedChoices } from '../../lib/choices.ts';
import { withConfirmation } from '../../lib/confirmation.ts';
import { refetchAfterConflict } from '../../lib/form.ts';
import { notify } from '../../lib/notify.tsx';

/** The prefix of all query keys of users, which are invalidated together. */
export const usersKey = ['users'] as const;

/** The account's users. */
export function useUsers(query: QueryOf<'GET /api/User/list'>) {
  return useQuery({
    queryKey: [...usersKey, 'list', query],
    queryFn: ({ signal }) => api('GET /api/User/list', { query, signal }),
    placeholderData: keepPreviousData,
  });
}

const userQuery = (id: number) =>
  queryOptions({
    queryKey: [...usersKey, 'one', id],
    queryFn: ({ signal }) => api('GET /api/User/{id}', { params: { id }, signal }),
  });

/** One user. Sends no request if the address has no id. */
export function useUser(id: number) {
  return useQuery({ ...userQuery(id), enabled: Number.isSafeInteger(id) && id > 0 });
}

/** Saves a user's details, role and end of access. The form shows failures. */
export function useSaveUser(id: number) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: UserDetails) => withConfirmation(() => api('POST /api/User/{id}', { params: { id }, body })),
    meta: { showsErrors: true },
    onError: (error) => refetchAfterConflict(queryClient, error, usersKey),
    onSuccess: (saved) => {
      queryClient.setQueryData(userQuery(id).queryKey, saved);
      notify.success(t`Saved`);
      // A changed role also changes features and products.
      return queryClient.invalidateQueries({ queryKey: usersKey });
    },
  });
}

/** Stores the saved user, and refetches lists. */
function useStoreUser(id: number) {
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
    mutationFn: (body: NewUserInput) => withConfirmation(() => api('POST /api/User/', { body })),
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
  const keep = useStoreUser(id);
  return useMutation({
    mutationFn: (active: boolean) =>
      withConfirmation(() =>
        api('POST /api/User/changeActivation/{id}', { params: { id }, query: { active: active ? 'true' : 'false' } }),
      ),
    meta: { showsErrors: true },
    onSuccess: (saved) => {
      notify.success(saved.active ? t`The user was activated` : t`The user was deactivated`);
      return keep(saved);
    },
  });
}

/** Makes a user the owner, after asking for the password if it is required. The question shows failures. */
export function useTransferOwnership(id: number) {
  const { t } = useLingui();
  const keep = useStoreUser(id);
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
  const keep = useStoreUser(id);
  return useMutation({
    mutationFn: (verification: string) =>
      withConfirmation(() => api('POST /api/User/ResetSecondFactor/{id}', { params: { id }, body: { verification } })),
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
    mutationFn: () => withConfirmation(() => api('POST /api/User/EndSessions/{id}', { params: { id } })),
    meta: { showsErrors: true },
    onSuccess: ({ ended }) =>
      notify.success(ended === 0 ? t`The user was not signed in anywhere` : t`The user’s sessions were ended`),
  });
}

/** A user's identities at the account's providers. Empty until they are loaded. */
export const useUserIdentities = (id: number) =>
  useQuery({
    queryKey: [...usersKey, 'identities', id],
    queryFn: ({ signal }) => api('GET /api/User/{id}/Identities', { params: { id }, signal }),
  });

/** Releases a user from their identities. The question shows failures. */
export function useReleaseIdentities(id: number) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => withConfirmation(() => api('POST /api/User/{id}/Identities/Release', { params: { id } })),
    meta: { showsErrors: true },
    onSuccess: () => {
      notify.success(t`The user was unlinked`);
      return queryClient.invalidateQueries({ queryKey: [...usersKey, 'identities', id] });
    },
  });
}

const featuresQuery = (id: number) =>
  queryOptions({
    queryKey: [...usersKey, 'features', id],
    queryFn: ({ signal }) => api('GET /UserFeatures/{id}', { params: { id }, signal }),
  });

const productsQuery = (id: number) =>
  queryOptions({
    queryKey: [...usersKey, 'products', id],
    queryFn: ({ signal }) => api('GET /api/User/{id}/AvailableProducts', { params: { id }, signal }),
  });

/** A user's features and permissions. */
export const useUserFeatures = (id: number) => useQuery(featuresQuery(id));

/** All products, and which of them a user has. Sends no request without an id. */
export const useUserProducts = (id: number | undefined) =>
  useQuery({ ...productsQuery(id ?? 0), enabled: id !== undefined && Number.isSafeInteger(id) && id > 0 });

/** Replaces a user's features and permissions. */
export function useSaveUserFeatures(id: number) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ ids, revision }: SavedChoices<GrantId>) =>
      api('POST /UserFeatures/{id}', { params: { id }, query: { revision }, body: ids }),
    onError: (error) => refetchAfterConflict(queryClient, error, usersKey),
    onSuccess: (saved) => {
      queryClient.setQueryData(featuresQuery(id).queryKey, saved);
      notify.success(t`Saved`);
    },
  });
}

/** Replaces a user's products. */
export function useSaveUserProducts(id: number) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ ids, revision }: SavedChoices<string>) =>
      api('PUT /api/User/{id}/AvailableProducts', { params: { id }, query: { revision }, body: ids }),
    onError: (error) => refetchAfterConflict(queryClient, error, usersKey),
    onSuccess: (saved) => {
      queryClient.setQueryData(productsQuery(id).queryKey, saved);
      notify.success(t`Saved`);
      return queryClient.invalidateQueries({ queryKey: [...usersKey, 'one', id] });
    },
  });
}
