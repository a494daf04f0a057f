import { useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type Answer, api } from '../../../lib/api.ts';
import { notify } from '../../../lib/notify.tsx';

export type MirrorStatus = Answer<'GET /api/Billing/Mirror'>;

export const mirrorKey = ['mirror'];

/** Milliseconds between two polls, short while something runs or waits. */
const whileBusy = 1_000;
const otherwise = 10_000;

function isBusy(status: MirrorStatus | undefined): boolean {
  return status?.backfill?.state === 'running' || status?.repair?.state === 'running' || (status?.waiting ?? 0) > 0;
}

/** The polled state of the mirror. */
export function useMirrorStatus() {
  return useQuery({
    queryKey: [...mirrorKey, 'status'],
    queryFn: ({ signal }) => api('GET /api/Billing/Mirror', { signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => (isBusy(state.data) ? whileBusy : otherwise),
  });
}

/** Starts a repair, or returns the running one. */
export function useBeginRepair() {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => api('POST /api/Billing/Mirror/Repairs', { body: {} }),
    onSuccess: async ({ kind }) => {
      notify.success(
        kind === 'repair' ? t`The repair has started` : t`The initial import is under way and repairs as well`,
      );
      await queryClient.invalidateQueries({ queryKey: mirrorKey });
    },
  });
}
