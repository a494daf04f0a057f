import { useLingui } from '@lingui/react/macro';
import type { GrantId } from '@portico/contract';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { notify } from '../../../lib/notify.tsx';
import { usersKey } from './list-users.ts';

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

/** What a user has of the account's features and of the permissions. */
export const useUserFeatures = (id: number) => useQuery(featuresQuery(id));

/** All products, and which of them a user has. Nothing is asked without an id. */
export const useUserProducts = (id: number | undefined) =>
  useQuery({ ...productsQuery(id ?? 0), enabled: id !== undefined && Number.isSafeInteger(id) && id > 0 });

/** Gives a user exactly these features and permissions. */
export function useSaveUserFeatures(id: number) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: GrantId[]) => api('POST /UserFeatures/{id}', { params: { id }, body }),
    onSuccess: (saved) => {
      queryClient.setQueryData(featuresQuery(id).queryKey, saved);
      notify.success(t`Saved`);
    },
  });
}

/** Gives a user exactly these products. */
export function useSaveUserProducts(id: number) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: string[]) => api('PUT /api/User/{id}/AvailableProducts', { params: { id }, body }),
    onSuccess: (saved) => {
      queryClient.setQueryData(productsQuery(id).queryKey, saved);
      notify.success(t`Saved`);
      return queryClient.invalidateQueries({ queryKey: [...usersKey, 'one', id] });
    },
  });
}
