import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, type QueryOf } from '../../../lib/api.ts';
import { notify } from '../../../lib/notify.tsx';
import { mirrorKey } from './mirror-status.ts';

type Page = NonNullable<QueryOf<'GET /api/Billing/Mirror/DeadEvents'>>;

/**
 * Events that could not be applied.
 * @param dead their number; the list is refetched when it changes
 */
export function useDeadEvents(query: Page, dead: number) {
  return useQuery({
    queryKey: [...mirrorKey, 'dead events', query, dead],
    queryFn: ({ signal }) => api('GET /api/Billing/Mirror/DeadEvents', { query, signal }),
    placeholderData: keepPreviousData,
  });
}

/** Retries one event; null retries all events. */
export function useRetryDeadEvents() {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string | null) =>
      id === null
        ? api('POST /api/Billing/Mirror/DeadEvents/Retry', { body: {} })
        : api('POST /api/Billing/Mirror/DeadEvents/{id}/Retry', { params: { id }, body: {} }),
    onSuccess: ({ retried }) => {
      notify.success(t`${plural(retried, { one: '# event is being retried', other: '# events are being retried' })}`);
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: mirrorKey }),
  });
}
