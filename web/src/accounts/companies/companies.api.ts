import { useLingui } from '@lingui/react/macro';
import type { Company, CompanyInput } from '@portico/contract';
import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, type QueryOf } from '../../lib/api.ts';
import { notify } from '../../lib/notify.tsx';

const companiesKey = ['companies'] as const;

const companyQuery = (id: number) =>
  queryOptions({
    queryKey: [...companiesKey, 'one', id],
    queryFn: ({ signal }) => api('GET /api/Operator/Companies/{id}', { params: { id }, signal }),
  });

/** The vendor's brands, paged (BRAND-1). */
export function useCompanies(query: QueryOf<'GET /api/Operator/Companies'>) {
  return useQuery({
    queryKey: [...companiesKey, 'list', query],
    queryFn: ({ signal }) => api('GET /api/Operator/Companies', { query, signal }),
    placeholderData: keepPreviousData,
  });
}

/** One brand; sends no request if the address has no valid id. */
export function useCompany(id: number) {
  return useQuery({ ...companyQuery(id), enabled: Number.isSafeInteger(id) && id > 0 });
}

/** Refetches a brand that somebody else changed. */
export function useReloadCompany() {
  const queryClient = useQueryClient();
  return (id: number) => queryClient.fetchQuery({ ...companyQuery(id), staleTime: 0 });
}

/** Adds a brand, or saves the loaded one (BRAND-8). The form shows failures. */
export function useSaveCompany(read: Pick<Company, 'id' | 'revision'> | null) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: CompanyInput) =>
      read === null
        ? api('POST /api/Operator/Companies', { body })
        : api('PUT /api/Operator/Companies/{id}', {
            params: { id: read.id },
            body: { ...body, revision: read.revision },
          }),
    meta: { showsErrors: true },
    onSuccess: (saved) => {
      queryClient.setQueryData(companyQuery(saved.id).queryKey, saved);
      notify.success(t`The brand is saved. Open pages show it once they are loaded again.`);
      void queryClient.invalidateQueries({ queryKey: [...companiesKey, 'list'] });
      return queryClient.invalidateQueries({ queryKey: ['accounts'] });
    },
  });
}

/** Deletes a brand without accounts. The question shows failures. */
export function useRemoveCompany(id: number) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => api('DELETE /api/Operator/Companies/{id}', { params: { id } }),
    meta: { showsErrors: true },
    onSuccess: () => {
      notify.success(t`The brand is removed`);
      return queryClient.invalidateQueries({ queryKey: [...companiesKey, 'list'] });
    },
  });
}

/** Assigns an account to a brand (BRAND-6). The form shows failures. */
export function useSaveAccountCompany(accountId: number) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (companyId: number) =>
      api('PUT /api/Operator/Accounts/{id}/Company', { params: { id: accountId }, body: { companyId } }),
    meta: { showsErrors: true },
    onSuccess: async () => {
      notify.success(t`The account’s brand is changed`);
      await Promise.all(
        [['accounts'], ['accountOverviews'], companiesKey].map((queryKey) =>
          queryClient.invalidateQueries({ queryKey }),
        ),
      );
    },
  });
}
