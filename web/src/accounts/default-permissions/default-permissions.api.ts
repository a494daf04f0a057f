import { useLingui } from '@lingui/react/macro';
import type { DefaultPermission } from '@portico/contract';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import type { SavedChoices } from '../../lib/choices.ts';
import { refetchAfterConflict } from '../../lib/form.ts';
import { notify } from '../../lib/notify.tsx';

const defaultsKey = ['default-permissions'] as const;

const permissionsQuery = queryOptions({
  queryKey: [...defaultsKey, 'permissions'],
  queryFn: ({ signal }) => api('GET /api/DefaultUserFeatures/get', { signal }),
});

const productsQuery = queryOptions({
  queryKey: [...defaultsKey, 'products'],
  queryFn: ({ signal }) => api('GET /api/DefaultProducts', { signal }),
});

/** The features and permissions of new users. */
export function useDefaultPermissions() {
  return useQuery(permissionsQuery);
}

/** The products of new users. */
export function useDefaultProducts() {
  return useQuery(productsQuery);
}

/** Saves the permissions of new users. The card shows failures. */
export function useSaveDefaultPermissions() {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ ids, revision }: SavedChoices<DefaultPermission['id']>) =>
      api('POST /api/DefaultUserFeatures/update', { query: { revision }, body: ids }),
    onError: (error) => refetchAfterConflict(queryClient, error, defaultsKey),
    meta: { showsErrors: true },
    onSuccess: (saved) => {
      queryClient.setQueryData(permissionsQuery.queryKey, saved);
      notify.success(t`Settings saved`);
    },
  });
}

/** Saves the products of new users. The card shows failures. */
export function useSaveDefaultProducts() {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ ids, revision }: SavedChoices<string>) =>
      api('PUT /api/DefaultProducts', { query: { revision }, body: ids }),
    onError: (error) => refetchAfterConflict(queryClient, error, defaultsKey),
    meta: { showsErrors: true },
    onSuccess: (saved) => {
      queryClient.setQueryData(productsQuery.queryKey, saved);
      notify.success(t`Settings saved`);
    },
  });
}
