import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { OperatorLicense } from '@portico/contract';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, type QueryOf } from '../../../lib/api.ts';
import { notify } from '../../../lib/notify.tsx';
import { licensesKey } from '../licenses.api.ts';

/** The licenses of all accounts, the newest first. */
export function useOperatorLicenses(query: NonNullable<QueryOf<'GET /api/Operator/Licenses'>>) {
  return useQuery({
    queryKey: [...licensesKey, 'operator', 'list', query],
    queryFn: ({ signal }) => api('GET /api/Operator/Licenses', { query, signal }),
    placeholderData: keepPreviousData,
  });
}

/** The latest comparisons of licenses with their sources (LCN-9). */
export function useLicenseChecks() {
  return useQuery({
    queryKey: [...licensesKey, 'operator', 'checks'],
    queryFn: ({ signal }) => api('GET /api/Operator/Licenses/Checks', { query: { pageSize: 5 }, signal }),
  });
}

/** Grants a license further releases for thirty days (LCN-8). The form shows failures. */
export function useGrantReleases({ id, number }: Pick<OperatorLicense, 'id' | 'number'>) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: { amount: number; reason: string }) =>
      api('POST /api/Operator/Licenses/{id}/GrantReleases', { params: { id }, body }),
    meta: { showsErrors: true },
    onSuccess: (_, { amount }) => {
      notify.success(
        t`${plural(amount, { one: `${number} may release # more device`, other: `${number} may release # more devices` })}`,
      );
      return queryClient.invalidateQueries({ queryKey: licensesKey });
    },
  });
}
