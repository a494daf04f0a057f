import { useLingui } from '@lingui/react/macro';
import type { ReportedToken } from '@portico/contract';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { notify } from '../../../lib/notify.tsx';
import { productTokensKey } from '../product-tokens.api.ts';

const leakedKey = [...productTokensKey, 'leaked'] as const;

/** The reported tokens, the latest first (TOK-10). */
export function useLeakedTokens(query: { page: number; pageSize: number }) {
  return useQuery({
    queryKey: [...leakedKey, 'list', query],
    queryFn: ({ signal }) => api('GET /api/Operator/LeakedTokens', { query, signal }),
    placeholderData: keepPreviousData,
  });
}

/** The token with a prefix. The form shows failures. */
export function useFindToken() {
  return useMutation({
    mutationFn: (prefix: string) => api('GET /api/Operator/LeakedTokens/{prefix}', { params: { prefix } }),
    meta: { showsErrors: true },
  });
}

/** Disables a leaked token, and notifies its account by mail. The form shows failures. */
export function useReportLeak({ prefix }: Pick<ReportedToken, 'prefix'>) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (leakReport: string) =>
      api('POST /api/Operator/LeakedTokens/{prefix}/Report', { params: { prefix }, body: { leakReport } }),
    meta: { showsErrors: true },
    onSuccess: () => {
      notify.success(t`The Token was disabled`);
      return queryClient.invalidateQueries({ queryKey: leakedKey });
    },
  });
}
