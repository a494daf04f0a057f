import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { useLocale } from '../../lib/locale.ts';
import { can } from '../../lib/permissions.ts';
import { preloaded } from '../../lib/preloaded.ts';

const key = ['first-steps'] as const;

/** The account's first steps that the user may do. Asked for new accounts alone, and no more once there are none. */
export function useFirstSteps() {
  const locale = useLocale();
  return useQuery({
    queryKey: [...key, locale],
    queryFn: ({ signal }) => api('GET /api/FirstSteps', { signal }),
    enabled: preloaded().hasFirstSteps,
    // What was done on another page is ticked off at once.
    staleTime: ({ state }) => (state.data?.items.length === 0 ? Number.POSITIVE_INFINITY : 0),
  });
}

/** Notes that the product was opened. Undefined where nobody has to know. */
export function useNoteOpened(): (() => void) | undefined {
  const queryClient = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: () => api('POST /api/FirstSteps/Opened', { body: undefined }),
    // The product opens all the same; a next time is as good.
    meta: { showsErrors: true },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: key }),
  });
  return preloaded().hasFirstSteps && can('firstSteps.note') ? () => mutate() : undefined;
}

/** Hides the first steps from everybody of the account. */
export function useHideFirstSteps() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => api('DELETE /api/FirstSteps'),
    // The question shows failures.
    meta: { showsErrors: true },
    onSuccess: () => queryClient.setQueriesData({ queryKey: key }, { items: [] }),
  });
}
