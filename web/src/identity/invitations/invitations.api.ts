import { useLingui } from '@lingui/react/macro';
import type { Invitation } from '@portico/contract';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, type QueryOf } from '../../lib/api.ts';
import { notify } from '../../lib/notify.tsx';

const invitationsKey = ['invitations'] as const;

/** The account's open invitations. */
export function useInvitations({ page, pageSize }: NonNullable<QueryOf<'GET /api/Invitations'>>) {
  return useQuery({
    queryKey: [...invitationsKey, 'list', page, pageSize],
    queryFn: ({ signal }) => api('GET /api/Invitations', { query: { page, pageSize }, signal }),
    placeholderData: keepPreviousData,
  });
}

/** The state of a user's invitation. */
export function useInvitation(userId: number) {
  return useQuery({
    queryKey: [...invitationsKey, 'of', userId],
    queryFn: ({ signal }) => api('GET /api/Invitations/{userId}', { params: { userId }, signal }),
  });
}

/** Lists of users show their invitations too. */
function useRefresh() {
  const queryClient = useQueryClient();
  return () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: invitationsKey }),
      queryClient.invalidateQueries({ queryKey: ['users'] }),
    ]);
}

/** Mails a user an invitation, even if one was mailed before. */
export function useSendInvitation() {
  const { t } = useLingui();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (userId: number) => api('POST /api/Invitations/{userId}', { params: { userId } }),
    onSuccess: ({ email }: Invitation) => notify.success(t`An invitation was mailed to ${email}`),
    onSettled: refresh,
  });
}

/** Withdraws an invitation. The dialog shows failures. */
export function useWithdrawInvitation(onDone: () => void) {
  const { t } = useLingui();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (userId: number) => api('DELETE /api/Invitations/{userId}', { params: { userId } }),
    meta: { showsErrors: true },
    onSuccess: async () => {
      onDone();
      notify.success(t`The invitation was withdrawn`);
      await refresh();
    },
  });
}
