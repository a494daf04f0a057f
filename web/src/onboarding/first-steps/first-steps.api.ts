import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { useLocale } from '../../lib/locale.ts';
import { can } from '../../lib/permissions.ts';
import { preloaded } from '../../lib/preloaded.ts';

const key = ['first-steps'] as const;

/**
 * The account's first steps that the user may do. Requested for new accounts only, and not again once no step is
 * left.
 */
export function useFirstSteps() {
  const locale = useLocale();
  return useQuery({
    queryKey: [...key, locale],
    queryFn: ({ signal }) => api('GET /api/FirstSteps', { signal }),
    enabled: preloaded().hasFirstSteps,
    // Refetched on each use, so that a step that was done on another page is checked off immediately.
    staleTime: ({ state }) => (state.data?.items.length === 0 ? Number.POSITIVE_INFINITY : 0),
  });
}

/** Records that the product was opened. Undefined if the portal need not record that. */
export function useRecordOpened(): (() => void) | undefined {
  const queryClient = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: () => api('POST /api/FirstSteps/Opened', { body: undefined }),
    // Failures are not shown: the product opens anyway, and the next opening is recorded.
    meta: { showsErrors: true },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: key }),
  });
  return preloaded().hasFirstSteps && can('firstSteps.note') ? () => mutate() : undefined;
}

/** Hides the first steps from all users of the account. */
export function useHideFirstSteps() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => api('DELETE /api/FirstSteps'),
    // The question shows failures.
    meta: { showsErrors: true },
    onSuccess: () => queryClient.setQueriesData({ queryKey: key }, { items: [] }),
  });
}
