import { useLingui } from '@lingui/react/macro';
import type { NewOperatorInput, Operator } from '@portico/contract';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, type QueryOf } from '../../lib/api.ts';
import { withConfirmation } from '../../lib/confirmation.ts';
import { notify } from '../../lib/notify.tsx';

const operatorsKey = ['operators'] as const;

/** The operators, a page at a time (OPR-9). */
export function useOperators(query: QueryOf<'GET /api/Operator/Operators'>) {
  return useQuery({
    queryKey: [...operatorsKey, 'list', query],
    queryFn: ({ signal }) => api('GET /api/Operator/Operators', { query, signal }),
    placeholderData: keepPreviousData,
  });
}

/** Adds an operator, after asking for the password if required. The dialog shows failures. */
export function useAddOperator() {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: NewOperatorInput) => withConfirmation(() => api('POST /api/Operator/Operators', { body })),
    meta: { showsErrors: true },
    onSuccess: () => {
      notify.success(t`The invitation is on its way`);
      return queryClient.invalidateQueries({ queryKey: operatorsKey });
    },
  });
}

/** A change to another operator. */
export type OperatorChange = 'activate' | 'deactivate' | 'resetSecondFactor';

/** Changes another operator, after asking for the password if required. The question shows failures. */
export function useChangeOperator(id: number, change: OperatorChange) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const params = { id };
  const calls: Record<OperatorChange, (verification: string) => Promise<Operator>> = {
    activate: () => api('POST /api/Operator/Operators/{id}/Activate', { params }),
    deactivate: () => api('POST /api/Operator/Operators/{id}/Deactivate', { params }),
    resetSecondFactor: (verification) =>
      api('POST /api/Operator/Operators/{id}/ResetSecondFactor', { params, body: { verification } }),
  };
  const done: Record<OperatorChange, string> = {
    activate: t`The operator was activated`,
    deactivate: t`The operator was deactivated`,
    resetSecondFactor: t`The second factor was reset`,
  };
  return useMutation({
    /** `verification`: how the caller verified the person; only for a reset (USR-33). */
    mutationFn: (verification: string) => withConfirmation(() => calls[change](verification)),
    meta: { showsErrors: true },
    onSuccess: () => {
      notify.success(done[change]);
      return queryClient.invalidateQueries({ queryKey: operatorsKey });
    },
  });
}
