import { useLingui } from '@lingui/react/macro';
import type { CatalogField, CatalogList, Locale, Publication } from '@portico/contract';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, type QueryOf } from '../../lib/api.ts';
import { useLocale } from '../../lib/locale.ts';
import { notify } from '../../lib/notify.tsx';
import { ApiError } from '../../lib/problem.ts';
import type { Written } from './model/value.ts';

const catalogKey = ['catalog'] as const;
const draftsKey = [...catalogKey, 'drafts'] as const;

/** Milliseconds between two polls while a version is being published. */
const lookAgain = 3000;

/** The changes and problems of the operator's draft, and the changes that others have published since (CAT-48). */
export function useDraft() {
  return useQuery({
    queryKey: [...draftsKey, 'draft'],
    queryFn: ({ signal }) => api('GET /api/Catalog/Draft', { signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.publication && !state.data.publication.failure ? lookAgain : false),
  });
}

/** Brings Stripe to the state of the published catalog again (CAT-53). */
export function useCorrectStripe() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => api('POST /api/Operator/StripeIssues/{id}/Correct', { params: { id }, body: {} }),
    meta: { showsErrors: true },
    // The cockpit and the health page list the same differences.
    onSettled: () => queryClient.invalidateQueries(),
  });
}

/** The resolution of a conflict. */
export interface Choice {
  place: string;
  keep: 'mine' | 'theirs';
}

/** The changes that publishing would make, given the choices for conflicts (CAT-49). */
export function useChanges(choices: Choice[]) {
  return useQuery({
    queryKey: [...draftsKey, 'changes', choices],
    queryFn: ({ signal }) => api('POST /api/Catalog/Draft/Changes', { body: { choices }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

/** The products or coupons of the draft. */
export function useEntries(list: CatalogList, query: QueryOf<'GET /api/Catalog/Entries/{list}'>) {
  return useQuery({
    queryKey: [...draftsKey, 'entries', list, query],
    queryFn: ({ signal }) => api('GET /api/Catalog/Entries/{list}', { params: { list }, query, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

/** The fields of an entry of a list, in the user's language (CAT-43). */
export function useFields(list: CatalogList) {
  const locale = useLocale();
  return useQuery({
    queryKey: [...draftsKey, 'fields', list, locale],
    queryFn: async ({ signal }) => {
      const { field, currency } = await api('GET /api/Catalog/Fields/{list}', { params: { list }, signal });
      return { field: field as unknown as CatalogField, currency };
    },
  });
}

/**
 * One product or coupon of the draft. It is loaded once each time the page is opened, because the form keeps its
 * input and its draft number.
 */
export function useEntry(list: CatalogList, id: string) {
  return useQuery({
    queryKey: [...draftsKey, 'entry', list, id],
    queryFn: ({ signal }) => api('GET /api/Catalog/Entries/{list}/{id}', { params: { list, id }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
}

/** The initial values of a new entry: the draft number, and its possible references. */
export function useNewEntry(list: CatalogList) {
  return useQuery({
    queryKey: [...draftsKey, 'new', list],
    queryFn: async ({ signal }) => {
      const [draft, products, coupons] = await Promise.all([
        api('GET /api/Catalog/Draft', { signal }),
        api('GET /api/Catalog/Entries/{list}', { params: { list: 'products' }, query: { pageSize: 400 }, signal }),
        api('GET /api/Catalog/Entries/{list}', { params: { list: 'coupons' }, query: { pageSize: 400 }, signal }),
      ]);
      const named = (rows: typeof products.items) =>
        rows.filter(({ state }) => state !== 'removed').map(({ id, name }) => ({ id, name }));
      return {
        revision: draft.revision,
        references: { plan: [], product: named(products.items), coupon: named(coupons.items) },
      };
    },
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
}

/** The plan cards of a product after publishing. */
export function usePreview(id: string, language: Locale, isWanted: boolean) {
  return useQuery({
    queryKey: [...draftsKey, 'preview', id, language],
    queryFn: ({ signal }) =>
      api('GET /api/Catalog/Draft/Products/{id}/Preview', { params: { id }, query: { language }, signal }),
    enabled: isWanted,
    staleTime: 0,
    retry: false,
  });
}

export function useVersions(query: QueryOf<'GET /api/Catalog/Versions'>) {
  return useQuery({
    queryKey: [...draftsKey, 'versions', query],
    queryFn: ({ signal }) => api('GET /api/Catalog/Versions', { query, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

/** One version; sends no request if the address has no valid id. */
export function useVersion(id: number) {
  return useQuery({
    queryKey: [...draftsKey, 'version', id],
    queryFn: ({ signal }) => api('GET /api/Catalog/Versions/{id}', { params: { id }, signal }),
    enabled: Number.isSafeInteger(id) && id > 0,
    refetchInterval: ({ state }) => (state.data?.mayGiveUp ? lookAgain : false),
  });
}

/** Refetches everything that a change of the draft affects, except the form that made the change. */
function useRefresh() {
  const queryClient = useQueryClient();
  return () =>
    queryClient.invalidateQueries({
      queryKey: draftsKey,
      predicate: ({ queryKey }) => queryKey[2] !== 'entry' && queryKey[2] !== 'fields',
    });
}

/** Puts an entry into the draft. The form shows failures. */
export function useSaveEntry(list: CatalogList, id: string) {
  const { t } = useLingui();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: { revision: number; value: Written }) =>
      api('PUT /api/Catalog/Entries/{list}/{id}', { params: { list, id }, body }),
    meta: { showsErrors: true },
    onSuccess: () => {
      notify.success(t`Saved in your draft. Customers see it once you publish it.`);
      return refresh();
    },
  });
}

export function useRemoveEntry(list: CatalogList, id: string) {
  const { t } = useLingui();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: () => api('DELETE /api/Catalog/Entries/{list}/{id}', { params: { list, id } }),
    meta: { showsErrors: true },
    onSuccess: () => {
      notify.success(t`Taken out of your draft. It is on sale until you publish it.`);
      return refresh();
    },
  });
}

/** Restores a removed or former entry in the draft. */
export function useRestoreEntry(list: CatalogList, id: string) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => api('POST /api/Catalog/Entries/{list}/{id}/Keep', { params: { list, id } }),
    onSuccess: () => {
      notify.success(t`It is in your draft again`);
      return queryClient.invalidateQueries({ queryKey: draftsKey });
    },
  });
}

export function useMoveEntry(list: CatalogList) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ id, by }: { id: string; by: -1 | 1 }) =>
      api('POST /api/Catalog/Entries/{list}/{id}/Move', { params: { list, id }, body: { by } }),
    onSuccess: refresh,
  });
}

export function useDiscardDraft() {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => api('DELETE /api/Catalog/Draft'),
    meta: { showsErrors: true },
    onSuccess: () => {
      notify.success(t`Your draft is discarded`);
      return queryClient.invalidateQueries({ queryKey: draftsKey });
    },
  });
}

/** The reviewed draft and the published version, by their numbers, and the choices for conflicts. */
export interface Together {
  revision: number;
  sold: number;
  choices: Choice[];
}

/** Applies the changes that others have published since to the draft. The page shows failures. */
export function useApplyPublished() {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: Together) => api('POST /api/Catalog/Draft/TakeTheirs', { body }),
    meta: { showsErrors: true },
    onSuccess: () => {
      notify.success(t`Your draft now contains what was published in the meantime`);
      return queryClient.invalidateQueries({ queryKey: draftsKey });
    },
  });
}

/** Reports the result of publishing: done, or pending until Stripe answers. The page shows failures. */
function useReportPublication() {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  return ({ status }: Publication) => {
    if (status === 'published') notify.success(t`The catalog is published`);
    else if (status === 'pending')
      notify.info(t`Stripe does not answer at the moment. Publishing continues automatically as soon as it does.`);
    return queryClient.invalidateQueries({ queryKey: catalogKey });
  };
}

/** Publishes the draft. The page shows failures, and changes that somebody else has just published. */
export function usePublish() {
  const queryClient = useQueryClient();
  const report = useReportPublication();
  return useMutation({
    mutationFn: (body: Together) => api('POST /api/Catalog/Draft/Publish', { body }),
    meta: { showsErrors: true },
    onError: (error) => {
      if (!(error instanceof ApiError) || error.code !== 'Conflict') return undefined;
      return queryClient.invalidateQueries({ queryKey: draftsKey });
    },
    onSuccess: report,
  });
}

/** Retries the publication of a version. The page shows failures. */
export function useRetryPublication(id: number) {
  const report = useReportPublication();
  return useMutation({
    mutationFn: () => api('POST /api/Catalog/Versions/{id}/TryAgain', { params: { id } }),
    meta: { showsErrors: true },
    onSuccess: report,
  });
}

/** Abandons a version that waits for Stripe. The confirmation dialog shows failures. */
export function useAbandonVersion(id: number) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => api('POST /api/Catalog/Versions/{id}/GiveUp', { params: { id } }),
    meta: { showsErrors: true },
    onSuccess: () => {
      notify.success(t`It is given up. Customers see the former catalog.`);
      return queryClient.invalidateQueries({ queryKey: draftsKey });
    },
  });
}

/** Restores a former version as the operator's draft. The confirmation dialog shows failures. */
export function useRestoreVersion(id: number) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => api('POST /api/Catalog/Versions/{id}/BringBack', { params: { id } }),
    meta: { showsErrors: true },
    onSuccess: () => {
      notify.success(t`Your draft is that version now. Look at what it changes, then publish it.`);
      return queryClient.invalidateQueries({ queryKey: draftsKey });
    },
  });
}
