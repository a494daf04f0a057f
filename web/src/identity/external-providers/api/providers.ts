import { useLingui } from '@lingui/react/macro';
import type { ExternalProvider, ExternalProviderForm } from '@portico/contract';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { withConfirmation } from '../../../lib/confirmation.ts';
import { notify } from '../../../lib/notify.tsx';

export const externalProvidersKey = ['external-providers'] as const;
const listKey = [...externalProvidersKey, 'list'] as const;

export const providerQuery = (id: number) =>
  queryOptions({
    queryKey: [...externalProvidersKey, 'one', id],
    queryFn: ({ signal }) => api('GET /api/ExternalProviders/{id}', { params: { id }, signal }),
  });

/** The account's identity providers (SSO-1). */
export function useExternalProviders() {
  return useQuery({
    queryKey: listKey,
    queryFn: ({ signal }) => api('GET /api/ExternalProviders', { signal }),
  });
}

/** One provider; nothing is asked where the address holds no id. */
export function useExternalProvider(id: number) {
  return useQuery({ ...providerQuery(id), enabled: Number.isSafeInteger(id) && id > 0 });
}

/** Links into the account's products, through its own sign-in page. */
export function useProductLinks() {
  return useQuery({
    queryKey: [...externalProvidersKey, 'product-links'],
    queryFn: ({ signal }) => api('GET /api/ExternalProviders/ExternalProviderProductLinks', { signal }),
  });
}

const ownVersionKey = (id: number) => [...externalProvidersKey, 'own-version', id] as const;

/** The version that the last change of this browser made; undefined before one. */
export function useOwnVersion(id: number): number | undefined {
  return useQueryClient().getQueryData(ownVersionKey(id));
}

/** Takes a provider that a call returned, and reads the list again. */
export function useTakeProvider() {
  const queryClient = useQueryClient();
  return (provider: ExternalProvider) => {
    queryClient.setQueryData(ownVersionKey(provider.id), provider.version);
    queryClient.setQueryData(providerQuery(provider.id).queryKey, provider);
    void queryClient.invalidateQueries({ queryKey: listKey });
  };
}

interface NewProvider {
  name: string;
  domain: string;
  tenantId: string | null;
  type: ExternalProvider['type'];
}

/** Adds a provider, which is disabled at first. The dialog shows failures. */
export function useAddProvider() {
  const { t } = useLingui();
  const take = useTakeProvider();
  return useMutation({
    mutationFn: (body: NewProvider) => api('POST /api/ExternalProviders', { body }),
    meta: { showsErrors: true },
    onSuccess: (provider) => {
      const { name } = provider;
      notify.success(t`${name} external provider successfully added`);
      take(provider);
    },
  });
}

/** Saves the form, once the user has confirmed. It shows failures itself. @throws ConfirmationCanceled */
export function useSaveProvider(id: number) {
  const { t } = useLingui();
  const take = useTakeProvider();
  return useMutation({
    mutationFn: (body: ExternalProviderForm) =>
      withConfirmation(() => api('PUT /api/ExternalProviders/{id}', { params: { id }, body })),
    meta: { showsErrors: true },
    onSuccess: (provider) => {
      notify.success(t`External Provider was updated`);
      take(provider);
    },
  });
}

/** Saves the form and lets people sign in with the provider, once the user has confirmed. Where that fails it stays disabled; the form shows why. */
export function useActivateProvider(id: number) {
  const { t } = useLingui();
  const take = useTakeProvider();
  return useMutation({
    mutationFn: (body: ExternalProviderForm) =>
      withConfirmation(() => api('POST /api/ExternalProviders/{id}/UpdateAndActivate', { params: { id }, body })),
    meta: { showsErrors: true },
    onSuccess: (provider) => {
      notify.success(t`External Provider was activated`);
      take(provider);
    },
  });
}

/** Closes the way in. Where that fails the provider stays enabled, and a toast says why. */
export function useDeactivateProvider(id: number) {
  const { t } = useLingui();
  const take = useTakeProvider();
  return useMutation({
    mutationFn: () => api('POST /api/ExternalProviders/{id}/Deactivate', { params: { id }, body: {} }),
    onSuccess: (provider) => {
      notify.success(t`External Provider was deactivated`);
      take(provider);
    },
  });
}

/** Milliseconds after which the list is read again once one of it was deleted (spec 2, §4). */
const listRefresh = 1000;

/** Deletes a provider, once the user has confirmed. The question shows failures. */
export function useRemoveProvider(id: number) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => withConfirmation(() => api('DELETE /api/ExternalProviders/{id}', { params: { id } })),
    meta: { showsErrors: true },
    onSuccess: () => {
      notify.success(t`External Provider was deleted`);
      queryClient.setQueryData(listKey, (list: { items: { id: number }[] } | undefined) =>
        list ? { items: list.items.filter((row) => row.id !== id) } : list,
      );
      setTimeout(() => void queryClient.invalidateQueries({ queryKey: listKey }), listRefresh);
    },
  });
}
