import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { withConfirmation } from '../../lib/confirmation.ts';
import { currentReturnUrl, signsIn } from '../../lib/session.ts';

const actingTargetQuery = (userId: number) =>
  queryOptions({
    queryKey: ['acting', userId],
    queryFn: ({ signal }) => api('GET /api/Operator/ActAs/{userId}', { params: { userId }, signal }),
  });

/** A user of any account, shown before an operator acts as them. */
export function useActingTarget(userId: number) {
  return useQuery(actingTargetQuery(userId));
}

/**
 * Acts as a user. The page reloads, because acting is another session; when it ends, the portal returns to this page.
 * The dialog shows failures.
 */
export function useActAs(userId: number) {
  return useMutation({
    mutationFn: async (reason: string) => {
      // The portal redirects this page, so the page's session watch must ignore the new session.
      signsIn(true);
      try {
        const body = { reason, returnUrl: currentReturnUrl() };
        return await withConfirmation(() => api('POST /api/Operator/ActAs/{userId}', { params: { userId }, body }));
      } catch (error) {
        signsIn(false);
        throw error;
      }
    },
    meta: { showsErrors: true },
    onSuccess: ({ redirectUrl }) => location.assign(redirectUrl),
  });
}
