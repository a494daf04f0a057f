import { useLingui } from '@lingui/react/macro';
import type { ExternalProvider, ExternalProviderDraft, ExternalProviderForm, SsoTest } from '@portico/contract';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api } from '../../lib/api.ts';
import { withConfirmation } from '../../lib/confirmation.ts';
import { notify } from '../../lib/notify.tsx';

export const externalProvidersKey = ['external-providers'] as const;
const listKey = [...externalProvidersKey, 'list'] as const;

const providerQuery = (id: number) =>
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

/** One provider; sends no request if the address has no valid id. */
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

/** The version that this browser's last change created; undefined before a change. */
export function useOwnVersion(id: number): number | undefined {
  return useQueryClient().getQueryData(ownVersionKey(id));
}

/** Stores a provider from an answer, and refetches the list. */
function useStoreProvider() {
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
  const take = useStoreProvider();
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

/**
 * Saves the form, once the user has confirmed. The form shows failures.
 * @throws ConfirmationCanceled
 */
export function useSaveProvider(id: number) {
  const { t } = useLingui();
  const take = useStoreProvider();
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

/**
 * Saves the form and enables the provider, once the user has confirmed. If that fails, the provider stays disabled
 * and the form shows why.
 */
export function useActivateProvider(id: number) {
  const { t } = useLingui();
  const take = useStoreProvider();
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

/** Disables the provider. If that fails, the provider stays enabled and a toast shows why. */
export function useDeactivateProvider(id: number) {
  const { t } = useLingui();
  const take = useStoreProvider();
  return useMutation({
    mutationFn: () =>
      withConfirmation(() => api('POST /api/ExternalProviders/{id}/Deactivate', { params: { id }, body: {} })),
    onSuccess: (provider) => {
      notify.success(t`External Provider was deactivated`);
      take(provider);
    },
  });
}

/** Milliseconds after a deletion until the list is read again (spec 2, §4). */
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

/** Adds a mail domain. Its field shows failures. */
export function useAddDomain(id: number) {
  const take = useStoreProvider();
  return useMutation({
    mutationFn: (domain: string) =>
      api('POST /api/ExternalProviders/{id}/Domains', { params: { id }, body: { domain } }),
    meta: { showsErrors: true },
    onSuccess: take,
  });
}

/** The actions on a mail domain: check its record, mail its link, and remove it after a confirmation. Failures are toasts. */
export function useDomain(id: number, domainId: number) {
  const take = useStoreProvider();
  const params = { id, domainId };
  const check = useMutation({
    mutationFn: () => api('POST /api/ExternalProviders/{id}/Domains/{domainId}/Check', { params, body: {} }),
    onSuccess: take,
  });
  const mail = useMutation({
    mutationFn: () => api('POST /api/ExternalProviders/{id}/Domains/{domainId}/Mail', { params, body: {} }),
    onSuccess: take,
  });
  const remove = useMutation({
    mutationFn: () => withConfirmation(() => api('DELETE /api/ExternalProviders/{id}/Domains/{domainId}', { params })),
    meta: { showsErrors: true },
    onSuccess: take,
  });
  return { check, mail, remove };
}

/** All products that users of the account may have. */
export function useProducts() {
  return useQuery({
    queryKey: [...externalProvidersKey, 'products'],
    queryFn: ({ signal }) => api('GET /api/DefaultProducts', { signal }),
  });
}

/** The names of these products by id. */
export function useProductNames(): ReadonlyMap<string, string> {
  return new Map((useProducts().data ?? []).map(({ id, name }) => [id, name]));
}

/** The last 100 sign-ins with a provider, the newest first. */
export function useSignIns(id: number) {
  return useQuery({
    queryKey: [...externalProvidersKey, 'sign-ins', id],
    queryFn: ({ signal }) => api('GET /api/ExternalProviders/{id}/SignIns', { params: { id }, signal }),
    staleTime: 0,
  });
}

/** The user to whom a pasted ID token would belong. The dialog shows failures. */
export function usePreviewMapping(id: number) {
  return useMutation({
    mutationFn: (token: string) =>
      api('POST /api/ExternalProviders/{id}/MappingPreview', { params: { id }, body: { token } }),
    meta: { showsErrors: true },
  });
}

/** Makes a new break-glass code, once the user has confirmed. @throws ConfirmationCanceled */
export function useMakeBreakGlassCode() {
  return useMutation({
    mutationFn: () => withConfirmation(() => api('POST /api/ExternalProviders/BreakGlassCode', { body: {} })),
    meta: { showsErrors: true },
  });
}

const testsKey = (id: number) => [...externalProvidersKey, 'tests', id] as const;

/** Milliseconds between two polls of a running test. */
const lookAgain = 1000;

export const isOver = ({ state }: Pick<SsoTest, 'state'>): boolean => state !== 'running' && state !== 'waiting';

/** The provider's latest tests; the newest one has its steps. A running test is polled each second. */
export function useTests(id: number, isStarting: boolean) {
  return useQuery({
    queryKey: testsKey(id),
    queryFn: ({ signal }) => api('GET /api/ExternalProviders/{id}/Tests', { params: { id }, signal }),
    refetchInterval: ({ state: { data } }) =>
      isStarting || (data?.latest && !isOver(data.latest)) ? lookAgain : false,
    refetchIntervalInBackground: true,
  });
}

/** Starts a test sign-in, with unsaved settings if given. The card shows failures. */
export function useStartTest(id: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (settings: ExternalProviderDraft | undefined) =>
      api('POST /api/ExternalProviders/{id}/Tests', { params: { id }, body: settings ? { settings } : {} }),
    meta: { showsErrors: true },
    onSettled: () => {
      // The test may have verified a mail domain.
      void queryClient.invalidateQueries({ queryKey: providerQuery(id).queryKey });
      return queryClient.invalidateQueries({ queryKey: testsKey(id) });
    },
  });
}

/** Refetches the provider when its latest test is finished, because the test may have passed. */
export function useReadAfterTest(id: number, latest: SsoTest | null | undefined): void {
  const queryClient = useQueryClient();
  const ended = latest && isOver(latest) ? latest.id : null;
  useEffect(() => {
    if (ended !== null) void queryClient.invalidateQueries({ queryKey: providerQuery(id).queryKey });
  }, [queryClient, id, ended]);
}
