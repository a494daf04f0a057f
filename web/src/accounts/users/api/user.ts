import { useLingui } from '@lingui/react/macro';
import type { UserDetails } from '@portico/contract';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { withConfirmation } from '../../../lib/confirmation.ts';
import { notify } from '../../../lib/notify.tsx';
import { usersKey } from './list-users.ts';

export const userQuery = (id: number) =>
  queryOptions({
    queryKey: [...usersKey, 'one', id],
    queryFn: ({ signal }) => api('GET /api/User/{id}', { params: { id }, signal }),
  });

/** One user; nothing is asked where the address holds no id. */
export function useUser(id: number) {
  return useQuery({ ...userQuery(id), enabled: Number.isSafeInteger(id) && id > 0 });
}

/** Saves a user's details, role and end of access. The form shows failures. */
export function useSaveUser(id: number) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: UserDetails) => withConfirmation(() => api('POST /api/User/{id}', { params: { id }, body })),
    meta: { showsErrors: true },
    onSuccess: (saved) => {
      queryClient.setQueryData(userQuery(id).queryKey, saved);
      notify.success(t`Saved`);
      // With the role, features and products change too.
      return queryClient.invalidateQueries({ queryKey: usersKey });
    },
  });
}
