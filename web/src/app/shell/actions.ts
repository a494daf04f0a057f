import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { api } from '../../lib/api.ts';
import { type Locale, switchLocale } from '../../lib/locale.ts';
import { reportProblem } from '../../lib/report-problem.ts';

/** Switches the language; what the server words is asked for again. */
export function useChangeLocale(): (locale: Locale) => void {
  const queryClient = useQueryClient();
  return useCallback(
    (locale) => {
      switchLocale(locale).then(() => queryClient.invalidateQueries(), reportProblem);
    },
    [queryClient],
  );
}

/** Ends the session on the server, then leaves for where the server says. */
export function useSignOut() {
  const { mutate, isPending } = useMutation({
    mutationFn: () => api('POST /signout', { body: {} }),
    onSuccess: ({ redirectUrl }) => location.assign(redirectUrl),
  });
  return { signOut: () => mutate(), isPending };
}
