import { useLingui } from '@lingui/react/macro';
import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { ConfirmationCanceled, withConfirmation } from '../../../lib/confirmation.ts';
import { notify } from '../../../lib/notify.tsx';
import { reportProblem } from '../../../lib/report-problem.ts';
import { accountSettingsKey } from './settings.ts';

const requirementQuery = queryOptions({
  queryKey: [...accountSettingsKey, 'second-factor'],
  queryFn: ({ signal }) => api('GET /api/User/TfaSettings', { signal }),
});

/** Whether the account demands a second factor of its users. */
export function useSecondFactorRequirement() {
  return useQuery(requirementQuery);
}

/** Whom the demand affects, in pages of ten. */
export function useAffectedUsers(page: number) {
  return useQuery({
    queryKey: [...accountSettingsKey, 'affected', page],
    queryFn: ({ signal }) => api('GET /api/User/TfaSettings/Affected', { query: { page, pageSize: 10 }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

/** Demands a second factor of all users, or no longer. What the server refuses is told with its reasons, joined. */
export function useRequireSecondFactor() {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (tfaIsRequired: boolean) =>
      withConfirmation(() => api('PUT /api/User/TfaSettings', { body: { tfaIsRequired } })),
    meta: { showsErrors: true },
    onSuccess: (answer) => {
      if (answer.isError) {
        notify.error(answer.errors.map(({ description }) => description).join('\n') || t`Something went wrong!`);
        return;
      }
      queryClient.setQueryData(requirementQuery.queryKey, answer);
      notify.success(
        answer.data.tfaIsRequired ? t`Two-factor authentication enabled` : t`Two-factor authentication disabled`,
      );
    },
    onError: (error) => {
      if (!(error instanceof ConfirmationCanceled)) reportProblem(error);
    },
  });
}
